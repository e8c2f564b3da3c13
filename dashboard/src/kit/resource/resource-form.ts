import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AreaFacts, areaFactsOf, type OperationId, type Schema } from '../../api/operations.ts'
import { useAllParams } from '../address-state.ts'
import { useScope } from '../scope.ts'
import { type AnyResource, pickersIn } from './resource.ts'

/** The schema of an operation's body, once it is loaded, and what the declaration says of its fields. */
export function useResourceForm({ form, order, groups }: AnyResource, operation: OperationId | null) {
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
  const schema: Schema | undefined = data?.body
  return {
    schema,
    layout: { overrides, ...(order === undefined ? {} : { order }), ...(groups === undefined ? {} : { groups }) },
  }
}
