import type { PromotionCondition } from '../../../generated/schema.ts'
import type { Choice } from './choices.ts'

export type ConditionKind = PromotionCondition['kind']

type ConditionChoice = Choice & {
  /** A displayed price is known without a cart, and can have no conditions about one. */
  about: 'cart' | 'shopper'
  /** Its list `one_of`: how it is called, and what it holds. */
  list?: { label: string; of: 'texts' | 'countries' | 'accounts' }
  /** True if its minimum is an amount, which needs a currency. */
  namesAmount?: true
}

/** Everything that the builder knows of a kind of condition: one that the API learns does not compile without it. */
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

/** What is known of a kind that a value may name. */
export function conditionOf(kind: unknown): ConditionChoice | undefined {
  return CONDITIONS[kind as ConditionKind]
}

/** Why a condition does not go with a scope; null when it does. */
export function whyNotCondition(kind: ConditionKind, scope: unknown): string | null {
  if (scope !== 'item' || CONDITIONS[kind].about === 'shopper') return null
  return 'A displayed price is known without a cart: its conditions are about the shopper.'
}
