import type { Promotion } from '../../../generated/schema.ts'
import { describeItems, selectsAll } from './condition-words.ts'
import { alternatives, amountOf, type Draft, MISSING, named, rateOf, unitsOf, type Wording } from './wording.ts'

type Acting = Draft<Pick<Promotion, 'scope' | 'target' | 'shipping_option_ids' | 'action'>>

/** What a promotion does, and to what price: "20% off the cart, at most $10.00 off". */
export function describeAction(promotion: Acting, words: Wording): string {
  const { action } = promotion
  const price = priceOf(promotion, words)
  switch (action?.kind) {
    case 'percent':
      return `${rateOf(action.ppm)} off ${price}${capWords(action.max_discount, promotion, words)}`
    case 'amount':
      return `${amountOf(action.amount, words)} off ${price}`
    case 'fixed_price':
      return `${price} for ${amountOf(action.amount, words)} at most`
    case 'free':
      return `no charge for ${price}`
    case 'buy_x_get_y':
      return buyXGetY(action, words)
    case 'free_item':
      return `${unitsOf(action.quantity)} of SKU ${action.sku || MISSING} free of charge`
    default:
      return `${MISSING} off ${price}`
  }
}

export function namesAmountIn(action: Acting['action']): boolean {
  switch (action?.kind) {
    case 'amount':
    case 'fixed_price':
      return typeof action.amount === 'number'
    case 'percent':
      return typeof action.max_discount === 'number'
    default:
      return false
  }
}

/** The price that it lowers. */
function priceOf({ scope, target, shipping_option_ids }: Acting, words: Wording): string {
  const items = selectsAll(target) ? 'any item' : describeItems(target, words)
  switch (scope) {
    case 'item':
      return `the displayed price of ${items}`
    case 'line_price':
      return `the unit price of ${items} in the cart`
    case 'line_total':
      return `each line of ${items}`
    case 'cart':
      return selectsAll(target) ? 'the cart' : `the total of ${items} in the cart`
    case 'shipping':
      return shipping_option_ids === null || shipping_option_ids === undefined
        ? 'shipping'
        : `shipping by ${alternatives(named('shipping option', shipping_option_ids, words))}`
    default:
      return MISSING
  }
}

function capWords(cap: number | null | undefined, { scope }: Acting, words: Wording): string {
  if (cap === undefined || cap === null) return ''
  const each = scope === 'item' || scope === 'line_price' ? ' a unit' : scope === 'line_total' ? ' a line' : ''
  return `, at most ${amountOf(cap, words)} off${each}`
}

type BuyXGetY = Extract<Draft<Promotion['action']>, { kind?: 'buy_x_get_y' | undefined }>

function buyXGetY({ x, y, buy, get, ppm, max }: BuyXGetY, words: Wording): string {
  const value = ppm === ALL_PPM ? 'free' : `at ${rateOf(ppm)} off`
  const limit = max === undefined || max === null ? '' : `, at most ${max} in all`
  const items = describeItems(buy, words)
  const others = describeItems(get, words)
  const discounted = others === items && others !== MISSING ? 'the same items' : others
  return `buy ${unitsOf(x)} of ${items}, get up to ${unitsOf(y)} of ${discounted} ${value}${limit}`
}

const ALL_PPM = 1_000_000
