import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { Problem } from '../../api/problem.ts'
import { invalidate } from '../../api/queries.ts'
import { useScope } from '../scope.ts'

type Change<V, R> = {
  /** Path prefixes of the reads to invalidate afterwards. */
  stale: readonly string[]
  run: (api: Api, variables: V) => Promise<{ data?: R }>
  onDone?: (result: R, variables: V) => void
}

/** A change through the API. It settles only after the invalidated reads are fresh, so that no page shows old data. */
export function useChange<V = void, R = unknown>({ stale, run, onDone }: Change<V, R>): UseMutationResult<R, Error, V> {
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (variables: V) => (await run(api, variables)).data as R,
    // The next attempt is made with the current version, which the person then sees.
    onError: (error) => (error instanceof Problem && error.isStaleVersion ? invalidate(client, stale) : undefined),
    onSuccess: async (result, variables) => {
      onDone?.(result, variables)
      await invalidate(client, stale)
    },
  })
}
