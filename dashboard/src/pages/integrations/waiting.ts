import { countText } from '../../kit/values/count.ts'
import { useHealth } from './use-integration.ts'

/** Number of waiting jobs of the integration, and a sentence about what happens to them. */
export function useWaiting() {
  const { data } = useHealth()
  const { jobs: count = 0, at_least } = data?.data.backlog ?? {}
  const counted = countText(count, at_least)
  const some = count === 1 ? '1 waiting delivery is' : `${counted} waiting deliveries are`
  return { count, sentence: count === 0 ? 'It has no waiting deliveries.' : `${some} cancelled.` }
}
