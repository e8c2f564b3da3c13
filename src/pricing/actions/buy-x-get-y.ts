import { at } from '../../kernel/at.ts'
import { MILLION, minimumForDiscount, multiplyAndDivide } from '../amounts.ts'
import type { Condition } from '../conditions/condition.ts'
import { itemWords } from '../explanations/item-words.ts'
import { rateWords } from '../explanations/wording.ts'
import { Count, Limit, Ppm } from '../members.ts'
import { canonicalSelector, matcher, type Selector, selectionKey } from '../selectors/selector.ts'
import { SelectorSchema } from '../selectors/selector-schema.ts'
import type { ActionKind, LineState, UnitDiscounts } from './action.ts'

/**
 * Discounts up to `y` units of `get` for every `x` units of `buy`, by `ppm` of their price, and at most `max` units in
 * total.
 */
export type BuyXGetY = {
  kind: 'buy_x_get_y'
  x: number
  y: number
  buy: Selector
  get: Selector
  ppm: number
  max: number | null
}

/**
 * Discounts the cheapest units, as many as leave `x` bought units for every `y` discounted units. The most expensive
 * units count as bought. Counted units are used up for other promotions of the kind.
 */
export const buyXGetY = {
  on: 'units',
  description:
    'For every `x` units of `buy`, takes a part off the price of up to `y` units of `get`, at most `max` in all.',
  scopes: ['line_total'],
  members: {
    x: Count('For every `x` units of `buy` …'),
    y: Count('… up to `y` units of `get` cost less.'),
    buy: SelectorSchema,
    get: SelectorSchema,
    ppm: Ppm,
    max: Limit(Count('Maximum number of discounted units.'), 'no limit'),
  },
  canonical: (action) => ({
    ...action,
    max: action.max ?? null,
    buy: canonicalSelector(action.buy),
    get: canonicalSelector(action.get),
  }),
  rank: 5,
  value: ({ ppm }) => ppm,
  namesAmount: () => false,
  items: { instead: 'its buy and get', selectors: ({ buy, get }) => ({ buy, get }) },
  giftSkus: () => [],
  needs: (action) => [{ kind: 'subtotal', minimum: minimumForDiscount(action.ppm) }, ...neededUnits(action)],
  requirements: ({ x, buy, get }, _target, wording) => [
    `buy ${itemWords(buy, wording).counted(`${x} or more`)} to get ${itemWords(get, wording).words} for less`,
  ],
  effect: ({ x, y, buy, get, ppm, max }, _price, wording) => {
    const others = selectionKey(buy) === selectionKey(get) ? `${y} more` : itemWords(get, wording).counted(`${y}`)
    const value = ppm === MILLION ? 'free' : `at ${rateWords(ppm)} off`
    const limit = max === null ? '' : `, at most ${max} per order`
    return `buy ${itemWords(buy, wording).counted(`${x}`)}, get ${others} ${value}${limit}`
  },
  prepare: (action) => {
    const [buys, gets] = [matcher(action.buy), matcher(action.get)]
    return (lines) => {
      const pool = lines.map((line, index) => {
        const open = line.quantity - line.used
        const [buy, get] = [open > 0 && buys(line.item), open > 0 && gets(line.item)]
        return { index, id: line.id, open, price: priceOf(line), buy, get }
      })
      return computeDiscounts(action, lines, pool)
    }
  },
} as const satisfies ActionKind<BuyXGetY>

/** Needs an extra unit if both select the same items, because a discounted unit does not count as bought. */
function neededUnits({ x, buy, get }: BuyXGetY): Condition[] {
  return [atLeast(selectionKey(buy) === selectionKey(get) ? x + 1 : x, buy), atLeast(1, get), atLeast(x + 1, {})]
}

function atLeast(minimum: number, of: Selector): Condition {
  return { kind: 'quantity', of, minimum }
}

type Units = { index: number; id: string; open: number; price: number; buy: boolean; get: boolean }

function computeDiscounts(action: BuyXGetY, lines: readonly LineState[], pool: readonly Units[]): UnitDiscounts {
  const got = pool.filter(({ get }) => get).sort(cheapestFirst)
  const bought = pool.filter(({ buy }) => buy).sort((one, other) => cheapestFirst(other, one))
  const count = maxDiscountedUnits(action, got, bought)
  const [off, used] = [lines.map(() => 0), lines.map(() => 0)]
  for (const [index, units] of useUnits(got, count, used)) {
    const line = at(lines, index)
    const base = line.remaining + line.discounted
    off[index] = Math.min(line.remaining, multiplyAndDivide(base * units, action.ppm, line.quantity * MILLION))
  }
  useUnits(bought, requiredUnits(action, count), used)
  return { off, used, gifts: [], missing_units: count === 0 ? missingUnits(action, got, bought) : null }
}

function missingUnits(
  { x }: BuyXGetY,
  got: readonly Units[],
  bought: readonly Units[],
): UnitDiscounts['missing_units'] {
  const remaining = openUnits(bought) - countInBoth(got, 1)
  return { to_buy: Math.max(0, x - remaining), to_get: openUnits(got) === 0 ? 1 : 0 }
}

/** A unit's share of the line's cost before units were discounted. */
function priceOf({ remaining, discounted, quantity }: LineState): number {
  return quantity === 0 ? 0 : (remaining + discounted) / quantity
}

// Units that cannot count as bought come first among equal prices. Then the order is by id, so that the position of
// lines has no effect.
function cheapestFirst(one: Units, other: Units): number {
  return one.price - other.price || Number(one.buy) - Number(other.buy) || (one.id < other.id ? -1 : 1)
}

function requiredUnits({ x, y }: BuyXGetY, count: number): number {
  return Math.ceil(count / y) * x
}

/**
 * The largest number of units that can be discounted. A binary search works, because discounting more never leaves more
 * bought units.
 */
function maxDiscountedUnits(action: BuyXGetY, got: readonly Units[], bought: readonly Units[]): number {
  let [low, high] = [0, Math.min(openUnits(got), action.max ?? Number.MAX_SAFE_INTEGER)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const remaining = openUnits(bought) - countInBoth(got, middle)
    if (remaining >= requiredUnits(action, middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Number of units among the first `count` discounted units that could have counted as bought. */
function countInBoth(got: readonly Units[], count: number): number {
  let [remaining, both] = [count, 0]
  for (const { open, buy } of got) {
    const units = Math.min(remaining, open)
    if (buy) both += units
    remaining -= units
  }
  return both
}

/** Uses up `count` units in order. Returns the units of each line. */
function useUnits(from: readonly Units[], count: number, used: number[]): [index: number, units: number][] {
  const taken: [number, number][] = []
  let remaining = count
  for (const { index, open } of from) {
    const units = Math.min(remaining, open - at(used, index))
    if (units === 0) continue
    taken.push([index, units])
    used[index] = at(used, index) + units
    remaining -= units
  }
  return taken
}

function openUnits(units: readonly Units[]): number {
  return units.reduce((total, { open }) => total + open, 0)
}
