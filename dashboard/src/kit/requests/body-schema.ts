import { useQuery } from '@tanstack/react-query'
import { areaFactsOf, type OperationId, type Schema } from '../../api/operations.ts'

/** Schema of `data` in the body of an operation; undefined while loading. */
export function useBodySchema(operation: OperationId): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: () => areaFactsOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.body
}
