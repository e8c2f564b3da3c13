import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MaybeOptionalInit } from 'openapi-fetch'
import type { PathsWithMethod, SuccessResponseJSON } from 'openapi-typescript-helpers'
import type { paths } from '../generated/schema.ts'
import type { Api } from './client.ts'
import { send } from './send.ts'

export type GetPath = PathsWithMethod<paths, 'get'>
export type ResponseOf<P extends GetPath> = SuccessResponseJSON<NonNullable<paths[P]['get']>>
export type GetInit<P extends GetPath> = NonNullable<MaybeOptionalInit<paths[P], 'get'>>

/** API client for a store or the organization, with its id. */
export type Reader = { api: Api; id: string }

/** Options of a read for `useQuery`. The key begins with the path, so that a change can invalidate reads by path. */
export function getOptions<P extends GetPath>({ api, id }: Reader, path: P, init?: GetInit<P>) {
  return queryOptions<ResponseOf<P>>({
    queryKey: [path, id, init ?? null],
    queryFn: async ({ signal }) => (await send(api, 'get', path, { ...init, signal })).data as ResponseOf<P>,
  })
}

/** Invalidates all reads whose path starts with a prefix; those on the screen are fetched again at once. */
export async function invalidate(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => prefixes.some((prefix) => String(path).startsWith(prefix)),
  })
}
