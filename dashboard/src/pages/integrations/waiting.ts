import { countText } from './rules/numbers.ts'
import { useHealth } from './use-integration.ts'

const COUNTED_TO = 10_000

/** Number of waiting jobs of the integration, and a sentence about what happens to them. */
export function useWaiting() {
  const { data } = useHealth()
  const count = data?.data.backlog.jobs ?? 0
  const counted = countText(count, COUNTED_TO)
  const some = count === 1 ? '1 waiting delivery is' : `${counted} waiting deliveries are`
  return { count, sentence: count === 0 ? 'It has no waiting deliveries.' : `${some} cancelled.` }
}
