import { isDeepStrictEqual } from 'node:util'
import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'
import type { Cart, CartItem } from './cart.ts'

/** Members that may contain personal data which shoppers entered. */
const HIDDEN = { postcode: 'personal', custom_attributes: 'personal', custom_inputs: 'personal' } as const

/** Adds a changed or deleted cart, and its changed lines, to the audit log. */
export function auditCart(work: Work, before: Cart | null, after: Cart | null): void {
  if (work.changes === null) return
  const [former, next] = [membersOf(before), membersOf(after)]
  noteChange(work, { type: 'cart', id: (after ?? before)?.id ?? '' }, { before: former, after: next, hidden: HIDDEN })
  // A deleted cart implies that its lines are deleted.
  if (after !== null) noteItems(work, before?.items ?? [], after.items)
}

function membersOf(cart: Cart | null) {
  if (cart === null) return null
  const { owner_id: _, id: __, version: ___, created_at: ____, updated_at: _____, expires_at: ______, ...own } = cart
  const { items, ...members } = own
  return { ...members, items_count: items.length }
}

function noteItems(work: Work, before: readonly CartItem[], after: readonly CartItem[]): void {
  const [former, next] = [byId(before), byId(after)]
  for (const id of new Set([...former.keys(), ...next.keys()])) {
    const [one, other] = [former.get(id) ?? null, next.get(id) ?? null]
    if (isDeepStrictEqual(one, other)) continue
    noteChange(work, { type: 'cart_item', id }, { before: itemMembers(one), after: itemMembers(other), hidden: HIDDEN })
  }
}

function byId(items: readonly CartItem[]): ReadonlyMap<string, CartItem> {
  return new Map(items.map((item) => [item.id, item]))
}

function itemMembers(item: CartItem | null) {
  if (item === null) return null
  const { id: _, created_at: __, updated_at: ___, ...members } = item
  return members
}
