import type { PromotionCondition } from '../../../generated/schema.ts'
import type { Choice } from './choices.ts'

export type ConditionKind = PromotionCondition['kind']

type ConditionChoice = Choice & {
  /** A displayed price has no cart, so its conditions can be only about the shopper. */
  about: 'cart' | 'shopper'
  /** Label and content of the list `one_of`. */
  list?: { label: string; of: 'texts' | 'countries' | 'accounts' }
  /** True if the minimum is an amount and needs a currency. */
  namesAmount?: true
}

/** Presentation of every kind of condition: a new kind in the API fails to compile until it is added. */
export const CONDITIONS: Readonly<Record<ConditionKind, ConditionChoice>> = {
  subtotal: {
    title: 'Subtotal',
    sentence: 'The cart is worth at least an amount.',
    about: 'cart',
    namesAmount: true,
  },
  quantity: { title: 'Quantity', sentence: 'The cart has at least so many units.', about: 'cart' },
  first_order: { title: 'First order', sentence: 'The shopper has not bought before.', about: 'shopper' },
  segment: {
    title: 'Segment',
    sentence: 'The customer is in a segment.',
    about: 'shopper',
    list: { label: 'Segments', of: 'texts' },
  },
  channel: {
    title: 'Channel',
    sentence: 'The request names a channel.',
    about: 'shopper',
    list: { label: 'Channels', of: 'texts' },
  },
  country: {
    title: 'Country',
    sentence: 'It is delivered to a country.',
    about: 'shopper',
    list: { label: 'Countries', of: 'countries' },
  },
  account: {
    title: 'Account',
    sentence: 'The shopper buys for an account.',
    about: 'shopper',
    list: { label: 'Accounts', of: 'accounts' },
  },
  all: { title: 'All of', sentence: 'Every condition in it holds.', about: 'shopper' },
  any: { title: 'Any of', sentence: 'At least one condition in it holds.', about: 'shopper' },
  not: { title: 'Not', sentence: 'The condition in it does not hold.', about: 'shopper' },
}

export const CONDITION_KINDS = Object.keys(CONDITIONS) as ConditionKind[]

/** Presentation of the kind in a value, if known. */
export function conditionOf(kind: unknown): ConditionChoice | undefined {
  return CONDITIONS[kind as ConditionKind]
}

/** Reason why a condition does not fit a scope; null if it does. */
export function whyNotCondition(kind: ConditionKind, scope: unknown): string | null {
  if (scope !== 'item' || CONDITIONS[kind].about === 'shopper') return null
  return 'A displayed price is known without a cart, so its conditions can be only about the shopper.'
}
