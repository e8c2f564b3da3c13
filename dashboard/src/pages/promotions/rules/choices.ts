import type { Promotion, PromotionAction, PromotionCondition } from '../../../generated/schema.ts'

export type Scope = Promotion['scope']
export type ActionKind = PromotionAction['kind']
export type ConditionKind = PromotionCondition['kind']

type Choice = { title: string; sentence: string }

/** A kind that the API learns does not compile without its words. */
export const SCOPES: Readonly<Record<Scope, Choice>> = {
  cart: { title: 'The cart', sentence: 'The total of the cart, or of some of its items.' },
  line_total: { title: 'Each line', sentence: 'The total of a line: unit price times quantity.' },
  line_price: { title: 'Each unit', sentence: 'The price of one unit in a cart, whatever the quantity.' },
  item: { title: 'The displayed price', sentence: 'The price wherever the item is displayed, also without a cart.' },
  shipping: { title: 'Shipping', sentence: 'The cost of the shipping options, or of some.' },
}

export const ACTIONS: Readonly<Record<ActionKind, Choice & { scopes: readonly Scope[] }>> = {
  percent: { title: 'Percentage off', sentence: 'A part of the price, with a cap if you like.', scopes: everywhere() },
  amount: { title: 'Amount off', sentence: 'A fixed amount, at most the price.', scopes: everywhere() },
  fixed_price: {
    title: 'Fixed price',
    sentence: 'Lowers the price to an amount, never raises it.',
    scopes: everywhere(),
  },
  buy_x_get_y: {
    title: 'Buy some, get some',
    sentence: 'For units bought, others cost less or nothing: two for one.',
    scopes: ['line_total'],
  },
  free_item: { title: 'Gift', sentence: 'Adds units of an item free of charge.', scopes: ['line_total'] },
  free: { title: 'Free shipping', sentence: 'Takes off the whole cost of shipping.', scopes: ['shipping'] },
}

function everywhere(): readonly Scope[] {
  return ['cart', 'line_total', 'line_price', 'item', 'shipping']
}

export const CONDITIONS: Readonly<Record<ConditionKind, Choice>> = {
  subtotal: { title: 'Subtotal', sentence: 'The cart is worth at least an amount.' },
  quantity: { title: 'Quantity', sentence: 'The cart has at least so many units.' },
  first_order: { title: 'First order', sentence: 'The shopper has not bought before.' },
  segment: { title: 'Segment', sentence: 'The customer is in a segment.' },
  channel: { title: 'Channel', sentence: 'The request names a channel.' },
  country: { title: 'Country', sentence: 'It is delivered to a country.' },
  account: { title: 'Account', sentence: 'The shopper buys for an account.' },
  all: { title: 'All of', sentence: 'Every condition in it holds.' },
  any: { title: 'Any of', sentence: 'At least one condition in it holds.' },
  not: { title: 'Not', sentence: 'The condition in it does not hold.' },
}

/** Those that say nothing of a cart: a displayed price can have no others. */
const OF_SHOPPERS: readonly string[] = ['first_order', 'segment', 'channel', 'country', 'account', 'all', 'any', 'not']

/** Why a scope does not go with an action; null when it does. */
export function whyNotScope(scope: Scope, action: string | undefined): string | null {
  const known = ACTIONS[action as ActionKind]
  if (known === undefined || known.scopes.includes(scope)) return null
  const names = known.scopes.map((one) => SCOPES[one].title.toLowerCase()).join(' or ')
  return `“${known.title}” lowers ${names} only.`
}

/** Why a condition does not go with a scope; null when it does. */
export function whyNotCondition(kind: string, scope: unknown): string | null {
  if (scope !== 'item' || OF_SHOPPERS.includes(kind)) return null
  return 'A displayed price is known without a cart: its conditions are about the shopper.'
}
