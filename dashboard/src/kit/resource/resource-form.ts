import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AreaFacts, areaFactsOf, type OperationId, type Schema } from '../../api/operations.ts'
import { useAllParams } from '../address-state.ts'
import { useScope } from '../scope.ts'
import { type AnyResource, pickersIn, type Row } from './resource.ts'

/** Schema of the operation's body, or of its response if it has none, and the overrides of the declaration. */
export function useResourceForm(resource: AnyResource, operation: OperationId | null, row: Row | null = null) {
  const { form, order, groups, adapt } = resource
  const scope = useScope()
  const params = useAllParams()
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: (): AreaFacts | Promise<AreaFacts> => (operation === null ? {} : areaFactsOf(operation)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const identity = JSON.stringify(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are their text.
  const overrides = useMemo(() => form?.(pickersIn(scope, params)) ?? {}, [form, scope, identity])
  const documented = data?.body ?? data?.item
  const schema: Schema | undefined = useMemo(
    () => documented && (adapt?.schema?.(documented, row) ?? documented),
    [documented, adapt, row],
  )
  return {
    schema,
    layout: { overrides, ...(order === undefined ? {} : { order }), ...(groups === undefined ? {} : { groups }) },
  }
}
