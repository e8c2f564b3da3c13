import { useQuery } from '@tanstack/react-query'
import { type AreaFacts, areaFactsOf, type Schema } from '../../../api/operations.ts'

/** Of the body that creates a promotion: that which changes one asks for the same members. Undefined until it is loaded. */
export function usePromotionSchema(): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['facts', 'CreatePromotion'],
    queryFn: (): Promise<AreaFacts> => areaFactsOf('CreatePromotion'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.body
}
