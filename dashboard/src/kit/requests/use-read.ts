import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Problem } from '../../api/problem.ts'
import { type GetInit, type GetPath, getOptions, invalidate, type ResponseOf } from '../../api/queries.ts'
import { useScope } from '../scope.ts'

type ReadOptions = {
  /** False while parameters are still unknown. */
  enabled?: boolean
  /** Polling interval, while the page is visible and the resource exists. */
  every_ms?: number
}

/** Reads a path of the API in the page's scope. */
export function useRead<P extends GetPath>(
  path: P,
  init?: GetInit<P>,
  { enabled = true, every_ms }: ReadOptions = {},
): UseQueryResult<ResponseOf<P>> {
  const scope = useScope()
  return useQuery({
    ...getOptions(scope, path, init),
    enabled,
    refetchInterval: ({ state: { error } }) => (error instanceof Problem && error.isGone ? false : (every_ms ?? false)),
  })
}

/** Returns a function that invalidates reads by path prefix, to be called after a change. */
export function useInvalidate(): (...prefixes: string[]) => Promise<void> {
  const client = useQueryClient()
  return (...prefixes) => invalidate(client, prefixes)
}
