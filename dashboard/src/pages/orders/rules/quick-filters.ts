import { parseFilter, printFilter } from '../../../kit/filter.ts'

export const TO_SHIP = 'eq(status,complete):in(payment,paid,partially_refunded):eq(shipping,unfulfilled)'

/** Orders that need an action, by the action. */
export const QUICK_FILTERS = [
  { label: 'To ship', filter: TO_SHIP },
  { label: 'To capture', filter: 'in(payment,authorized,partially_authorized):in(status,incomplete,processing)' },
  { label: 'Unpaid', filter: 'eq(payment,unpaid):eq(status,incomplete)' },
  { label: 'To refund', filter: 'eq(status,cancelled):in(payment,paid,partially_paid,partially_refunded)' },
] as const

const STATES = ['status', 'payment', 'shipping']

/** Replaces all conditions on states with the quick filter, or removes them if it is active. */
export function toggleQuick(filter: string, quick: string): string {
  const parsed = parseFilter(filter)
  const remaining = 'raw' in parsed ? [] : parsed.conditions.filter(({ field }) => !STATES.includes(field))
  const added = parseFilter(isQuick(filter, quick) ? '' : quick)
  return printFilter({ conditions: [...('raw' in added ? [] : added.conditions), ...remaining] })
}

/** True if the conditions on states are exactly those of the quick filter. */
export function isQuick(filter: string, quick: string): boolean {
  const parsed = parseFilter(filter)
  if ('raw' in parsed) return false
  const states = parsed.conditions.filter(({ field }) => STATES.includes(field))
  return printFilter({ conditions: states.toSorted(byField) }) === printFilter(sorted(quick))
}

function sorted(quick: string) {
  const parsed = parseFilter(quick)
  return 'raw' in parsed ? parsed : { conditions: parsed.conditions.toSorted(byField) }
}

const byField = (one: { field: string }, other: { field: string }) => one.field.localeCompare(other.field)
