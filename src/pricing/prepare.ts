import type { Promotion } from './promotion.ts'
import { needsOfPromotion, type Rule, rulesOf } from './rule.ts'

/**
 * A set of promotions made ready for many carts: sorted once, and found by what a cart must have for them. It never
 * changes; whoever keeps it makes a new one when a promotion changes.
 */
export type Prepared = { readonly rules: readonly Rule[]; readonly items: Index; readonly cart: Index }

/** Rules by a key of which a cart must have one, the rest by the subtotal that they ask for, low ones first. */
type Index = { by_key: ReadonlyMap<string, readonly Rule[]>; by_subtotal: readonly { subtotal: number; rule: Rule }[] }

export function prepare(promotions: readonly Promotion[]): Prepared {
  const rules = rulesOf(promotions)
  return {
    rules,
    items: indexOf(rules.filter(({ promotion }) => promotion.scope === 'item')),
    cart: indexOf(rules.filter(({ promotion }) => promotion.scope !== 'item')),
  }
}

/** The rules that may have something to do, in the order in which they apply. */
export function findRules(index: Index, keys: ReadonlySet<string>, subtotal: number): Rule[] {
  const found = new Set<Rule>()
  for (const { subtotal: needed, rule } of index.by_subtotal) {
    if (needed > subtotal) break
    found.add(rule)
  }
  if (index.by_key.size > 0) for (const key of keys) for (const rule of index.by_key.get(key) ?? []) found.add(rule)
  return [...found].sort((one, other) => one.rank - other.rank)
}

function indexOf(rules: readonly Rule[]): Index {
  const by_key = new Map<string, Rule[]>()
  const by_subtotal: { subtotal: number; rule: Rule }[] = []
  for (const rule of rules) {
    const { keys, subtotal } = needsOfPromotion(rule.promotion)
    const { currency } = rule.promotion
    const filed = keys ?? (currency === null ? null : [`currency:${currency}`])
    if (filed === null) by_subtotal.push({ subtotal, rule })
    for (const key of new Set(filed)) by_key.set(key, [...(by_key.get(key) ?? []), rule])
  }
  by_subtotal.sort((one, other) => one.subtotal - other.subtotal)
  return { by_key, by_subtotal }
}
