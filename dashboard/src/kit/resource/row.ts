import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { type Scope, useScope } from '../scope.ts'
import type { AnyResource, Row } from './resource.ts'

type Loaded = { data: Row }

/** Query options for a row, with the cache key of a typed read of the same path. */
export function rowOptions({ api, id }: Scope, { one }: AnyResource, params: Readonly<Record<string, string>>) {
  const init = { params: { path: params } }
  return queryOptions<Loaded>({
    queryKey: [one, id, init],
    queryFn: async ({ signal }) => (await send(api, 'get', one, { ...init, signal })).data as Loaded,
  })
}

export function useRow(resource: AnyResource, params: Readonly<Record<string, string>>): UseQueryResult<Loaded> {
  return useQuery(rowOptions(useScope(), resource, params))
}
