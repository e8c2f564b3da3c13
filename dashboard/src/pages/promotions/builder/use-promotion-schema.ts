import { useQuery } from '@tanstack/react-query'
import { type AreaFacts, areaFactsOf, type Schema } from '../../../api/operations.ts'

/** Body schema of a creation; updates have the same members. Undefined while loading. */
export function usePromotionSchema(): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['facts', 'CreatePromotion'],
    queryFn: (): Promise<AreaFacts> => areaFactsOf('CreatePromotion'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.body
}
