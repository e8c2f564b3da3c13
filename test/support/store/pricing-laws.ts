import assert from 'node:assert/strict'
import { evaluate, evaluateEvery } from '../../../src/pricing/evaluate.ts'
import type { Evaluation } from '../../../src/pricing/evaluation.ts'
import { explain } from '../../../src/pricing/explanations/explain.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Scope } from '../../../src/pricing/scope.ts'
import { NOON, promotion } from './pricing.ts'
import { type Case, offering } from './pricing-carts.ts'

/** Laws that hold for every cart. A violated law throws. */
export const LAWS: Readonly<Record<string, (one: Case) => void>> = {
  'shares add up to what each promotion takes off, and to the discount of the cart': conservation,
  'no price, total, share or order is below nothing or above what it was': bounds,
  'the same input gives the same bytes': determinism,
  'neither the order nor the ids of promotions change a total': anyOrderOfPromotions,
  'the order of lines does not change the total and the discount of the cart': anyOrderOfLines,
  'promotions that are off, over, in another currency or used up change nothing': idlePromotions,
  'metrics of lines, taxes and order agree': identities,
  'what applies in a scope takes off no less than any alternative': bestOfScope,
  'a coupon that is taken away leaves no trace': noCoupons,
  'one more promotion never makes it dearer': monotone,
  'gifts change no total': gifts,
  'the index finds what a look at every promotion finds': unindexed,
  'every promotion is explained': explained,
}

const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0)
const metrics = ({ outcomes: _, ...rest }: Evaluation) => rest
const TERMS_OF_LINES: readonly Scope[] = ['item', 'line_price', 'line_total']

function takenIn({ outcomes }: Evaluation, scopes: readonly Scope[]): number {
  return sum(outcomes.map((each) => (each.applied && scopes.includes(each.scope) ? each.amount : 0)))
}

function conservation({ input }: Case): void {
  const evaluation = evaluate(input)
  const { lines, cart, outcomes, shipping } = evaluation
  for (const each of outcomes) {
    if (!each.applied) continue
    if (each.scope !== 'shipping') assert.equal(sum(each.lines.map(({ amount }) => amount)), each.amount)
    if (each.scope !== 'cart') continue
    const shares = lines.flatMap((line) => line.shares.filter(({ promotion_id }) => promotion_id === each.promotion_id))
    assert.equal(sum(shares.map(({ amount }) => amount)), each.amount)
  }
  assert.equal(sum(lines.map(({ discount }) => discount)), cart.discount)
  assert.equal(takenIn(evaluation, ['cart']), cart.discount)
  assert.equal(takenIn(evaluation, [...TERMS_OF_LINES, 'cart']), cart.total_discount)
  const subtotal = sum(input.lines.map(({ unit_amount, quantity }) => unit_amount * quantity))
  assert.equal(subtotal - takenIn(evaluation, TERMS_OF_LINES), cart.total)
  const chosen = shipping.find(({ id }) => id === input.shipping.chosen)
  assert.equal(takenIn(evaluation, ['shipping']), chosen?.discount ?? 0)
}

function bounds({ input }: Case): void {
  const { lines, shipping, cart, order } = evaluate(input)
  for (const [index, line] of lines.entries()) {
    const list = input.lines[index]?.unit_amount ?? 0
    assert.ok(0 <= line.unit_amount && line.unit_amount <= line.item_amount && line.item_amount <= list)
    assert.ok(0 <= line.total && line.total <= line.unit_amount * line.quantity)
    assert.ok(0 <= line.discount && line.discount <= line.total)
    assert.ok(line.discount <= line.total_discount && line.total_discount <= list * line.quantity)
    for (const { amount } of line.shares) assert.ok(0 < amount && amount <= line.total)
    assert.ok(0 <= line.tax && 0 <= line.without_tax)
  }
  for (const [index, { cost, tax }] of shipping.entries())
    assert.ok(0 <= cost && cost <= (input.shipping.options[index]?.cost ?? 0) && 0 <= tax)
  assert.ok(0 <= cart.discount && cart.discount <= cart.total && 0 <= order.total)
}

function determinism({ input, promotions }: Case): void {
  const text = JSON.stringify(evaluate(input))
  assert.equal(JSON.stringify(evaluate(input)), text)
  assert.equal(JSON.stringify(evaluate(offering(input, structuredClone(promotions)))), text)
}

function anyOrderOfPromotions({ input, promotions }: Case): void {
  const renamed = (id: string) => `${promotions.length - Number(id.split(' ')[1])}th`
  const rename = <Each extends { promotion_id: string }>(each: Each): Each => ({
    ...each,
    promotion_id: renamed(each.promotion_id),
  })
  const again = offering(
    input,
    promotions.map((each) => ({ ...each, id: renamed(each.id) })),
    {
      coupons: input.offers.coupons.map(rename),
      uses: new Map([...input.offers.uses].map(([id, uses]) => [renamed(id), uses])),
    },
  )
  assert.deepEqual(totals(evaluate(again)), totals(evaluate(input)))
  assert.deepEqual(metrics(evaluate(offering(input, [...promotions].reverse()))), metrics(evaluate(input)))
}

function totals({ lines, shipping, cart, order }: Evaluation) {
  return {
    lines: lines.map(({ total, discount, tax }) => [total, discount, tax]),
    shipping: shipping.map(({ cost }) => cost),
    cart,
    order,
  }
}

// Rounding shares decides the amount that the next targeted promotion sees, so each may differ by one unit.
function anyOrderOfLines({ input, promotions }: Case): void {
  const [one, other] = [evaluate(input).cart, evaluate({ ...input, lines: [...input.lines].reverse() }).cart]
  assert.equal(other.total, one.total)
  assert.ok(Math.abs(other.discount - one.discount) <= slack(promotions))
}

function slack(promotions: readonly Promotion[]): number {
  const onCart = promotions.filter(({ scope }) => scope === 'cart')
  return onCart.some((each) => 'target' in each && Object.keys(each.target).length > 0) ? onCart.length : 0
}

function idlePromotions({ input, promotions }: Case): void {
  const idle: Partial<Promotion>[] = [
    { enabled: false },
    { start: NOON + 1 },
    { end: NOON },
    { currency: 'JPY' },
    { usage_limit: 0 },
    { usage_limit_per_shopper: 0 },
  ]
  const more = idle.flatMap((out, kind) =>
    promotions.map((each, index) => ({ ...each, ...out, priority: 0, id: `idle ${kind} ${index}` }) as Promotion),
  )
  assert.deepEqual(metrics(evaluate(offering(input, [...promotions, ...more]))), metrics(evaluate(input)))
}

function identities({ input }: Case): void {
  const { lines, shipping, cart, order } = evaluate(input)
  const chosen = shipping.find(({ id }) => id === input.shipping.chosen)
  for (const [index, line] of lines.entries()) {
    const { unit_amount = 0, includes_tax = false } = input.lines[index] ?? {}
    const added = includes_tax ? 0 : line.tax
    assert.equal(line.with_tax + line.total_discount, unit_amount * line.quantity + added)
    assert.equal(line.extension_total - line.extension_amount, line.tax)
    assert.equal(line.with_tax - line.tax, line.without_tax)
    assert.equal(sum(line.taxes.map(({ amount }) => amount)), line.tax)
  }
  const extended = sum(lines.map(({ extension_total }) => extension_total))
  assert.equal(extended - cart.discount + (chosen?.with_tax ?? 0), order.total)
  assert.equal(sum(lines.map(({ tax }) => tax)) + (chosen?.tax ?? 0), order.tax)
  for (const name of ['total', 'discount', 'total_discount', 'tax', 'without_tax', 'with_tax'] as const)
    assert.equal(sum(lines.map((line) => line[name])), cart[name])
}

function bestOfScope({ input, promotions }: Case): void {
  const evaluation = evaluate(input)
  for (const scope of ['line_price', 'line_total', 'cart', 'shipping'] as const) {
    const [own, others] = [
      promotions.filter((each) => each.scope === scope),
      promotions.filter((each) => each.scope !== scope),
    ]
    const alone = own.filter(({ stacking }) => stacking === 'exclusive' || input.offers.cart_stacking === 'best')
    const together = input.offers.cart_stacking === 'best' ? [] : [own.filter((each) => !alone.includes(each))]
    for (const rivals of [...together, ...alone.map((each) => [each])]) {
      if (scope !== 'cart' && input.offers.cart_stacking === 'best') continue
      const alternative = evaluate(offering(input, [...others, ...rivals]))
      assert.ok(takenIn(alternative, [scope]) <= takenIn(evaluation, [scope]))
    }
  }
}

function noCoupons({ input, promotions }: Case): void {
  const automatic = promotions.filter(({ trigger }) => trigger === 'automatic')
  const without = evaluate({ ...input, offers: { ...input.offers, coupons: [] } })
  assert.deepEqual(metrics(without), metrics(evaluate(offering(input, automatic))))
}

// Not guaranteed if promotions compete for units, exclude each other, or depend on discounted line prices.
function monotone({ input, promotions }: Case): void {
  const tame = promotions.filter(
    (each) =>
      each.stacking === 'stackable' &&
      each.action.kind !== 'buy_x_get_y' &&
      !('basis' in each && each.basis === 'after_lines'),
  )
  const before = evaluate(offering(input, tame))
  for (const scope of ['line_price', 'line_total', 'cart'] as const) {
    const action = { kind: 'percent', ppm: 170_000, max_discount: null } as const
    const more = promotion('one more', { scope, target: {}, basis: 'catalog_prices', action } as never)
    const after = evaluate(offering(input, [...tame, more]))
    const [net, was] = [after, before].map(({ cart }) => cart.total - cart.discount)
    assert.ok((net ?? 0) <= (was ?? 0) + slack([...tame, more]), scope)
  }
}

function gifts({ input, promotions }: Case): void {
  const stackable = promotions.filter(({ scope, stacking }) => scope !== 'line_total' || stacking === 'stackable')
  const given = evaluate(offering(input, stackable))
  const none = evaluate(
    offering(
      input,
      stackable.filter(({ action }) => action.kind !== 'free_item'),
    ),
  )
  assert.deepEqual({ ...metrics(given), gifts: [] }, metrics(none))
}

function unindexed({ input }: Case): void {
  const [found, every] = [evaluate(input), evaluateEvery(input)]
  assert.deepEqual(metrics(found), metrics(every))
  const looked = new Set(found.outcomes.map(({ promotion_id }) => promotion_id))
  assert.deepEqual(
    found.outcomes,
    every.outcomes.filter(({ promotion_id }) => looked.has(promotion_id)),
  )
}

function explained({ input, promotions }: Case): void {
  const explanations = explain(input)
  assert.deepEqual(explanations.map(({ promotion_id }) => promotion_id).sort(), promotions.map(({ id }) => id).sort())
  for (const each of explanations) {
    assert.match(each.sentence, /^(A|Not a)pplied: [^ ].*\.$/)
    if (each.applied) assert.ok(each.amount > 0 || each.gifts.length > 0 || each.shipping.length > 0)
  }
}
