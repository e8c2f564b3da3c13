import type { Condition } from '../promotion.ts'

/** Whether a condition asks for any of these facts, however deep. */
export function asksFor(condition: Condition, kinds: readonly Condition['kind'][]): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some((inner) => asksFor(inner, kinds))
    case 'not':
      return asksFor(condition.of, kinds)
    default:
      return kinds.includes(condition.kind)
  }
}
