import { Type } from 'typebox'
import type { Promotion } from '../../pricing/promotion.ts'
import type { Selector } from '../../pricing/selector.ts'
import { choice, flag, integer, json, optional, text, time } from '../kit/attribute.ts'
import type { Row } from '../kit/resource.ts'
import type { Limits } from './counters.ts'
import { ActionSchema, ConditionSchema, SelectorSchema } from './rules/schemas.ts'

const MOST_USES = 1_000_000_000

export const attributes = {
  name: text({ min: 1, description: 'What sellers call it.' }),
  display_name: text({ description: 'What shoppers call it.' }, { initial: '' }),
  description: text({ max: 1000, description: 'What shoppers read of it.' }, { initial: '' }),
  enabled: flag({}, { initial: true }),
  start: optional(time({ description: 'From this moment on; null: at once.' })),
  end: optional(time({ description: 'Until before this moment; null: for ever.' })),
  currency: optional(
    text({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217: it is for carts in this currency; null: in any. What names amounts needs one.',
    }),
  ),
  priority: integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Low ones go first.' }, { initial: 100 }),
  stacking: choice(
    ['stackable', 'exclusive'],
    { description: 'An exclusive one has its scope alone, if it takes off more than the others together.' },
    { initial: 'stackable' },
  ),
  trigger: choice(
    ['automatic', 'coupon'],
    { description: 'Whether it needs one of its coupons.' },
    { initial: 'automatic' },
  ),
  scope: choice(['item', 'line_price', 'line_total', 'cart', 'shipping'], {
    description:
      'Where it takes off: the price of items wherever they are shown, the unit price or the total of lines in a cart, the cart, or shipping.',
  }),
  when: optional(json<NonNullable<Promotion['when']>>(ConditionSchema)),
  basis: choice(
    ['catalog_prices', 'after_lines'],
    {
      description:
        'What conditions of the scopes cart and shipping look at: catalog prices, or lines after promotions.',
    },
    { initial: 'catalog_prices' },
  ),
  target: json<Selector>(SelectorSchema, { initial: {} }),
  shipping_option_ids: optional(
    json<string[]>(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: 1000,
        description: 'With the scope shipping: only these options.',
      }),
    ),
  ),
  action: json<Promotion['action']>(ActionSchema),
  usage_limit: optional(integer({ minimum: 1, maximum: MOST_USES, description: 'Orders that may use it in all.' })),
  usage_limit_per_shopper: optional(
    integer({ minimum: 1, maximum: MOST_USES, description: 'Orders of one shopper, known by the e-mail address.' }),
  ),
}

export type PromotionRow = Row<typeof attributes>

/** What shoppers read. */
export function nameOf({ display_name, name }: PromotionRow): string {
  return display_name === '' ? name : display_name
}

export function limitsOf({ usage_limit, usage_limit_per_shopper }: PromotionRow): Limits {
  return { all: usage_limit, by_shopper: usage_limit_per_shopper }
}

/** A promotion as the engine takes it. */
export function promotionOf(row: PromotionRow): Promotion {
  const { id, enabled, currency, priority, stacking, trigger, scope, when, action } = row
  const { usage_limit, usage_limit_per_shopper, basis, target, shipping_option_ids } = row
  const name = nameOf(row)
  const terms = { id, name, enabled, currency, priority, stacking, trigger, usage_limit, usage_limit_per_shopper }
  const times = { start: momentOf(row.start), end: momentOf(row.end) }
  // Which members go together was checked when it was written.
  return { ...terms, ...times, scope, when, action, basis, target, shipping_option_ids } as Promotion
}

function momentOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
