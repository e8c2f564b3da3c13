import type { BuyXGetY, Condition, Promotion } from '../../../pricing/promotion.ts'
import type { Selector } from '../../../pricing/selector.ts'
import { clashOf } from './clash.ts'
import { emptyLists, itemsOf, waysOf } from './ways.ts'

/** A member below the promotion, such as `when/of/1`, and the rest of a sentence that begins with its name. */
type Impossibility = { path: string; says: string }

/** Every reason for which no cart and no shopper could ever get anything by the promotion. */
export function impossibilities(promotion: Promotion): Impossibility[] {
  const { when, start, end } = promotion
  const found = selectorsOf(promotion).flatMap(([path, selector]) => emptyIn(selector, path))
  if (start !== null && end !== null && end <= start) found.push({ path: 'end', says: 'must be later than start.' })
  if (when === null) return found
  found.push(
    ...neverIn(when, 'when', { needed: null, because: 'can never hold: it asks', change: 'one of its conditions' }),
  )
  if (found.length > 0) return found
  const because = 'holds only where nothing can be taken off: with the rest of the promotion it asks'
  return neverIn(when, 'when', { needed: neededBy(promotion), because, change: 'one of them' })
}

function selectorsOf(promotion: Promotion): [path: string, selector: Selector][] {
  const { action } = promotion
  if (action.kind === 'buy_x_get_y')
    return [
      ['action/buy', action.buy],
      ['action/get', action.get],
    ]
  return 'target' in promotion ? [['target', promotion.target]] : []
}

function emptyIn(selector: Selector, path: string): Impossibility[] {
  return emptyLists(selector).map((list) => ({
    path: `${path}/${list}`,
    says: `must name something that is not in not_${list}, since no item fits both.`,
  }))
}

/** `because` and `change` are the words before and after what is asked for. */
type Terms = { needed: Condition | null; because: string; change: string }

/** The innermost conditions for which this one never holds where what is needed does; none when it can. */
function neverIn(condition: Condition, path: string, terms: Terms): Impossibility[] {
  switch (condition.kind) {
    case 'all': {
      const inner = eachNever(condition.of, path, terms).flat()
      return inner.length > 0 ? inner : neverAt(condition, path, terms)
    }
    case 'any': {
      const each = eachNever(condition.of, path, terms)
      return each.every((inner) => inner.length > 0) ? each.flat() : []
    }
    case 'not':
      if (condition.of.kind === 'not') return neverIn(condition.of.of, `${path}/of/of`, terms)
      return neverAt(condition, path, terms)
    case 'quantity': {
      const empty = condition.minimum > 0 ? emptyIn(condition.of, `${path}/of`) : []
      return empty.length > 0 ? empty : neverAt(condition, path, terms)
    }
    default:
      return neverAt(condition, path, terms)
  }
}

function eachNever(conditions: readonly Condition[], path: string, terms: Terms): Impossibility[][] {
  return conditions.map((inner, index) => neverIn(inner, `${path}/of/${index}`, terms))
}

const MOST_CLASHES = 3

function neverAt(condition: Condition, path: string, { needed, because, change }: Terms): Impossibility[] {
  const clashes = new Set<string>()
  for (const way of waysOf(needed === null ? condition : { kind: 'all', of: [needed, condition] })) {
    const clash = clashOf(way)
    if (clash === null) return []
    clashes.add(clash)
  }
  const asked = clashes.size === 0 ? 'what no cart has' : [...clashes].slice(0, MOST_CLASHES).join(', or for ')
  return [{ path, says: `${because} for ${asked}, so ${change} must change.` }]
}

/** What every cart has from which the promotion takes something. Gifts and shipping need nothing in the cart. */
function neededBy(promotion: Promotion): Condition | null {
  const { scope, action } = promotion
  if (scope === 'item' || scope === 'shipping' || action.kind === 'free_item') return null
  const units = action.kind === 'buy_x_get_y' ? unitsOf(action) : [atLeast(1, targetOf(promotion))]
  return { kind: 'all', of: [{ kind: 'subtotal', minimum: leastPrice(action) }, ...units] }
}

function targetOf(promotion: Promotion): Selector {
  return 'target' in promotion ? promotion.target : {}
}

/** A unit that is got is not one of those that were bought for it. */
function unitsOf({ x, buy, get }: BuyXGetY): Condition[] {
  const buysAll = itemsOf(buy) === itemsOf(get)
  return [atLeast(buysAll ? x + 1 : x, buy), atLeast(1, get), atLeast(x + 1, {})]
}

function atLeast(minimum: number, of: Selector): Condition {
  return { kind: 'quantity', of, minimum }
}

/** The lowest price that the action takes anything off. Half a minor unit is rounded up. */
function leastPrice(action: Promotion['action']): number {
  switch (action.kind) {
    case 'percent':
    case 'buy_x_get_y':
      return Math.ceil(500_000 / action.ppm)
    case 'fixed_price':
      return action.amount + 1
    default:
      return 1
  }
}
