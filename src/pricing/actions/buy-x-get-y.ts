import { at } from '../../kernel/at.ts'
import { half, MILLION } from '../amounts.ts'
import type { BuyXGetY } from '../promotion.ts'
import { matcher } from '../selector.ts'
import type { GiveawayKind, Giving, Stock } from './action.ts'

/**
 * The cheapest units are got, as many as still leave `x` bought ones for every `y` of them; the dearest are counted as
 * bought. Units that counted are used up for other promotions of the kind.
 */
export const buyXGetY: GiveawayKind<'buy_x_get_y'> = {
  rank: 5,
  value: ({ ppm }) => ppm,
  prepare: (action) => {
    const [buys, gets] = [matcher(action.buy), matcher(action.get)]
    return (lines) => {
      const pool = lines.map((line, index) => {
        const open = line.quantity - line.used
        const [buy, get] = [open > 0 && buys(line.item), open > 0 && gets(line.item)]
        return { index, id: line.id, open, price: priceOf(line), buy, get }
      })
      return give(action, lines, pool)
    }
  },
}

type Units = { index: number; id: string; open: number; price: number; buy: boolean; get: boolean }

function give(action: BuyXGetY, lines: readonly Stock[], pool: readonly Units[]): Giving {
  const got = pool.filter(({ get }) => get).sort(cheapestFirst)
  const bought = pool.filter(({ buy }) => buy).sort((one, other) => cheapestFirst(other, one))
  const count = mostGot(action, got, bought)
  const [off, used] = [lines.map(() => 0), lines.map(() => 0)]
  for (const [index, units] of take(got, count, used)) {
    const line = at(lines, index)
    const base = line.remaining + line.given
    off[index] = Math.min(line.remaining, half(base * units, action.ppm, line.quantity * MILLION))
  }
  take(bought, buyersOf(action, count), used)
  return { off, used, gifts: [], short: count === 0 ? shortOf(action, got, bought) : null }
}

function shortOf({ x }: BuyXGetY, got: readonly Units[], bought: readonly Units[]): Giving['short'] {
  const left = openOf(bought) - bothIn(got, 1)
  return { to_buy: Math.max(0, x - left), to_get: openOf(got) === 0 ? 1 : 0 }
}

/** A unit's part of what its line costs before any unit was given away. */
function priceOf({ remaining, given, quantity }: Stock): number {
  return quantity === 0 ? 0 : (remaining + given) / quantity
}

// At one price those go first that cannot be bought ones, then by id: never by position, so that the order of lines is
// without effect.
function cheapestFirst(one: Units, other: Units): number {
  return one.price - other.price || Number(one.buy) - Number(other.buy) || (one.id < other.id ? -1 : 1)
}

function buyersOf({ x, y }: BuyXGetY, count: number): number {
  return Math.ceil(count / y) * x
}

/** The most units that can be got. More of them never leave more to be bought, so it is searched by halves. */
function mostGot(action: BuyXGetY, got: readonly Units[], bought: readonly Units[]): number {
  let [enough, most] = [0, Math.min(openOf(got), action.max ?? Number.MAX_SAFE_INTEGER)]
  while (enough < most) {
    const middle = Math.ceil((enough + most) / 2)
    const left = openOf(bought) - bothIn(got, middle)
    if (left >= buyersOf(action, middle)) enough = middle
    else most = middle - 1
  }
  return enough
}

/** How many of the first units to be got could have been bought ones. */
function bothIn(got: readonly Units[], count: number): number {
  let [left, both] = [count, 0]
  for (const { open, buy } of got) {
    const units = Math.min(left, open)
    if (buy) both += units
    left -= units
  }
  return both
}

/** Uses up so many units in order; what it takes of each line. */
function take(from: readonly Units[], count: number, used: number[]): [index: number, units: number][] {
  const taken: [number, number][] = []
  let left = count
  for (const { index, open } of from) {
    const units = Math.min(left, open - at(used, index))
    if (units === 0) continue
    taken.push([index, units])
    used[index] = at(used, index) + units
    left -= units
  }
  return taken
}

function openOf(units: readonly Units[]): number {
  return units.reduce((total, { open }) => total + open, 0)
}
