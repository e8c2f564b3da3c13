import { isRecord, Unreadable, type Value } from '../../../kit/form/values/values.ts'
import type { PromotionDraft } from './promotion-sentence.ts'

/** What is filled in so far, without what could not be read. */
export function readable(value: Value): PromotionDraft {
  return (clean(value) ?? {}) as PromotionDraft
}

function clean(value: Value): unknown {
  if (value instanceof Unreadable) return undefined
  if (Array.isArray(value)) return value.map(clean)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one)]))
}
