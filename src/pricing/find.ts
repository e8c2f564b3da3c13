import { factKinds } from './conditions/facts.ts'
import type { PricingInput } from './input.ts'
import type { Index } from './prepare.ts'
import type { Rule } from './rule.ts'
import { eachKeyOfItem, type KeyKind } from './selectors/selector.ts'

/** The rules of the index that may apply to the cart, in the order of application. */
export function findRules(index: Index, input: PricingInput, subtotal: number): Rule[] {
  const found = new Set<Rule>()
  for (const { subtotal: needed, rule } of index.by_subtotal) {
    if (needed > subtotal) break
    found.add(rule)
  }
  if (index.by_key.size > 0)
    eachKey(index, input, (kind, name) => {
      for (const rule of index.by_key.get(kind)?.get(name) ?? []) found.add(rule)
    })
  return [...found].sort((one, other) => one.rank - other.rank)
}

const FACTS = Object.entries(factKinds)

function eachKey({ by_key }: Index, input: PricingInput, call: (kind: KeyKind, name: string) => void): void {
  const { lines, shopper, shipping, offers, format } = input
  for (const { item } of lines) eachKeyOfItem(item, by_key, call)
  for (const { promotion_id } of offers.coupons) call('coupon', promotion_id)
  for (const { id } of shipping.options) call('shipping_option', id)
  for (const [kind, { names }] of FACTS) for (const name of names(shopper)) call(kind, name)
  call('currency', format.currency)
}
