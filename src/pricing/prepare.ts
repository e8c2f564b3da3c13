import type { Promotion } from './promotion.ts'
import { needsOfPromotion, type Rule, rulesOf } from './rule.ts'
import type { Key, KeyKind } from './selectors/selector.ts'

/**
 * A set of promotions prepared for many carts: sorted once, and indexed by their requirements. It is immutable; a cache
 * prepares a new set when a promotion changes.
 */
export type Prepared = { readonly rules: readonly Rule[]; readonly items: Index; readonly cart: Index }

/** Rules by keys, one of which a cart must have; rules without keys by their required subtotal, lowest first. */
export type Index = {
  by_key: ReadonlyMap<KeyKind, ReadonlyMap<string, readonly Rule[]>>
  by_subtotal: readonly { subtotal: number; rule: Rule }[]
}

export function prepare(promotions: readonly Promotion[]): Prepared {
  const rules = rulesOf(promotions)
  return {
    rules,
    items: indexOf(rules.filter(({ promotion }) => promotion.scope === 'item')),
    cart: indexOf(rules.filter(({ promotion }) => promotion.scope !== 'item')),
  }
}

function indexOf(rules: readonly Rule[]): Index {
  const by_key = new Map<KeyKind, Map<string, Rule[]>>()
  const by_subtotal: { subtotal: number; rule: Rule }[] = []
  for (const rule of rules) {
    const { keys, subtotal } = needsOfPromotion(rule.promotion)
    const { currency } = rule.promotion
    const index_keys = keys ?? (currency === null ? null : [{ kind: 'currency' as const, name: currency }])
    if (index_keys === null) by_subtotal.push({ subtotal, rule })
    for (const key of index_keys ?? []) addToIndex(by_key, key, rule)
  }
  by_subtotal.sort((one, other) => one.subtotal - other.subtotal)
  return { by_key, by_subtotal }
}

function addToIndex(by_key: Map<KeyKind, Map<string, Rule[]>>, { kind, name }: Key, rule: Rule): void {
  const by_name = by_key.get(kind) ?? new Map<string, Rule[]>()
  by_key.set(kind, by_name)
  const index_keys = by_name.get(name)
  if (index_keys === undefined) by_name.set(name, [rule])
  else index_keys.push(rule)
}
