import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { makeStale } from '../../api/queries.ts'
import { useScope } from '../scope.ts'

type Change<V, R> = {
  /** The beginnings of the paths whose reads are stale afterwards. */
  stale: readonly string[]
  run: (api: Api, variables: V) => Promise<{ data?: R }>
  onDone?: (result: R, variables: V) => void
}

/** A change by the API. It is done when what it makes stale has been read again. */
export function useChange<V = void, R = unknown>({ stale, run, onDone }: Change<V, R>): UseMutationResult<R, Error, V> {
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (variables: V) => (await run(api, variables)).data as R,
    onSuccess: async (result, variables) => {
      onDone?.(result, variables)
      await makeStale(client, stale)
    },
  })
}
