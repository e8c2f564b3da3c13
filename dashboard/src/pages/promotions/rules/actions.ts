import {
  type IconPercentage as Icon,
  IconCoin,
  IconGift,
  IconPercentage,
  IconPlusEqual,
  IconTag,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { PromotionAction } from '../../../generated/schema.ts'
import { money, type Overrides } from '../../../kit/form/overrides.ts'
import type { Value } from '../../../kit/form/values/values.ts'
import type { Pickers } from '../pickers.ts'
import { type Choice, SCOPES, type Scope } from './choices.ts'

export type ActionKind = PromotionAction['kind']

type ActionChoice = Choice & {
  scopes: readonly Scope[]
  icon: typeof Icon
  /** Overrides for fields whose schema does not say enough. */
  fields?: (pickers: Pickers) => Overrides
  /** Members that are amounts and need a currency. */
  amounts?: readonly string[]
  /** True if the action selects items, so that the promotion has no target. */
  selectsItems?: true
  /** Initial values of the members; `isNew` is true for members without a value. */
  initial?: (isNew: (name: string) => boolean) => Readonly<Record<string, Value>>
}

const EVERYWHERE = ['cart', 'line_total', 'line_price', 'item', 'shipping'] as const

/** Presentation of every kind of action: a new kind in the API fails to compile until it is added. */
export const ACTIONS: Readonly<Record<ActionKind, ActionChoice>> = {
  percent: {
    title: 'Percentage off',
    sentence: 'A part of the price, with a cap if you like.',
    scopes: EVERYWHERE,
    icon: IconPercentage,
    fields: () => ({ ppm: { label: 'Percentage' }, max_discount: { ...money(), label: 'At most' } }),
    amounts: ['max_discount'],
  },
  amount: {
    title: 'Amount off',
    sentence: 'A fixed amount, at most the price.',
    scopes: EVERYWHERE,
    icon: IconCoin,
    fields: () => ({ amount: { label: 'Amount' } }),
    amounts: ['amount'],
  },
  fixed_price: {
    title: 'Fixed price',
    sentence: 'Lowers the price to an amount, never raises it.',
    scopes: EVERYWHERE,
    icon: IconTag,
    fields: () => ({ amount: { label: 'Amount' } }),
    amounts: ['amount'],
  },
  buy_x_get_y: {
    title: 'Buy some, get some',
    sentence: 'For units bought, others cost less or nothing: two for one.',
    scopes: ['line_total'],
    icon: IconPlusEqual,
    fields: () => ({
      ppm: { label: 'Percentage' },
      x: { label: 'For every', help: 'So many units bought …' },
      y: { label: 'Up to', help: '… so many units cost less.' },
      buy: { label: 'Bought items' },
      get: { label: 'Items that cost less' },
      max: { label: 'Units at most' },
    }),
    selectsItems: true,
    // A free unit is the most common offer.
    initial: (isNew) => ({ x: 1, y: 1, buy: {}, get: {}, ...(isNew('ppm') && { ppm: 1_000_000 }) }),
  },
  free_item: {
    title: 'Gift',
    sentence: 'Adds units of an item free of charge.',
    scopes: ['line_total'],
    icon: IconGift,
    fields: ({ skus }) => ({ sku: { kind: 'reference', picker: skus, label: 'SKU of the gift' } }),
    selectsItems: true,
  },
  free: {
    title: 'Free shipping',
    sentence: 'Takes off the whole cost of shipping.',
    scopes: ['shipping'],
    icon: IconTruckDelivery,
  },
}

export const ACTION_KINDS = Object.keys(ACTIONS) as ActionKind[]

/** Presentation of the kind in a value, if known. */
export function actionOf(kind: unknown): ActionChoice | undefined {
  return ACTIONS[kind as ActionKind]
}

/** Field overrides of all kinds, by path in a promotion. */
export function actionFields(pickers: Pickers): Overrides {
  const fields = Object.values(ACTIONS).flatMap(({ fields }) => Object.entries(fields?.(pickers) ?? {}))
  return Object.fromEntries(fields.map(([name, field]) => [`action.${name}`, field]))
}

/** Reason why a scope does not fit an action; null if it does. */
export function whyNotScope(scope: Scope, action: unknown): string | null {
  const known = actionOf(action)
  if (known === undefined || known.scopes.includes(scope)) return null
  const names = known.scopes.map((one) => SCOPES[one].title.toLowerCase()).join(' or ')
  return `“${known.title}” lowers ${names} only.`
}
