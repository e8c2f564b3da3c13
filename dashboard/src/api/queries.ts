import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MaybeOptionalInit } from 'openapi-fetch'
import type { PathsWithMethod, SuccessResponseJSON } from 'openapi-typescript-helpers'
import type { paths } from '../generated/schema.ts'
import type { Api } from './client.ts'
import { send } from './send.ts'

export type GetPath = PathsWithMethod<paths, 'get'>
export type ResponseOf<P extends GetPath> = SuccessResponseJSON<NonNullable<paths[P]['get']>>
export type GetInit<P extends GetPath> = NonNullable<MaybeOptionalInit<paths[P], 'get'>>

/** Who reads: the API as it acts on a store or the organization, and the id of that. */
export type Reader = { api: Api; id: string }

/** A read of the API for `useQuery`. Its key begins with the path, so that a change names what it makes stale by paths. */
export function getOptions<P extends GetPath>({ api, id }: Reader, path: P, init?: GetInit<P>) {
  return queryOptions<ResponseOf<P>>({
    queryKey: [path, id, init ?? null],
    queryFn: async ({ signal }) => (await send(api, 'get', path, { ...init, signal })).data as ResponseOf<P>,
  })
}

/** Refetches what is shown, and forgets the rest, of all reads whose path begins with one of these. */
export async function makeStale(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => prefixes.some((prefix) => String(path).startsWith(prefix)),
  })
}
