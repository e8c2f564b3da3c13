import { Type } from 'typebox'
import { ActionSchema } from '../../pricing/actions/action-schema.ts'
import { ConditionSchema } from '../../pricing/conditions/condition-schema.ts'
import type { Promotion } from '../../pricing/promotion.ts'
import { scopes } from '../../pricing/scope.ts'
import type { Selector } from '../../pricing/selectors/selector.ts'
import { SelectorSchema } from '../../pricing/selectors/selector-schema.ts'
import type { Row } from '../kit/resource.ts'
import { choice, flag, integer, json, optional, text, time } from '../kit/values/attribute.ts'
import type { Limits } from './sql/counters.ts'

const MAX_USES = 1_000_000_000

export const attributes = {
  name: text({ min: 1, description: 'The name for sellers.' }),
  display_name: text({ description: 'The name for shoppers.' }, { initial: '' }),
  description: text({ max: 1000, description: 'The description for shoppers.' }, { initial: '' }),
  enabled: flag({}, { initial: true }),
  start: optional(time({ description: 'From this time on; null: no start.' })),
  end: optional(time({ description: 'Before this time; null: no end.' })),
  currency: optional(
    text({
      pattern: '^[A-Z]{3}$',
      description:
        'ISO 4217: only for carts in this currency; null: for all. Required when the promotion names amounts.',
    }),
  ),
  priority: integer(
    { minimum: -1_000_000, maximum: 1_000_000, description: 'Promotions with lower values apply first.' },
    { initial: 100 },
  ),
  stacking: choice(
    ['stackable', 'exclusive'],
    {
      description:
        'An exclusive promotion applies alone in its scope, if its discount is larger than that of all others together.',
    },
    { initial: 'stackable' },
  ),
  trigger: choice(
    ['automatic', 'coupon'],
    { description: 'Whether it requires one of its coupons.' },
    { initial: 'automatic' },
  ),
  scope: choice(scopes, {
    description:
      'The price that it lowers: of items wherever they are displayed, the unit price or the total of lines in a cart, the cart, or shipping.',
  }),
  when: optional(json<NonNullable<Promotion['when']>>(ConditionSchema)),
  basis: choice(
    ['catalog_prices', 'after_lines'],
    {
      description:
        'Prices that conditions read with the scopes cart and shipping: catalog prices, or lines after promotions.',
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
  usage_limit: optional(
    integer({ minimum: 1, maximum: MAX_USES, description: 'Total number of orders that may use it.' }),
  ),
  usage_limit_per_shopper: optional(
    integer({ minimum: 1, maximum: MAX_USES, description: 'Orders of one shopper, identified by e-mail address.' }),
  ),
}

export type PromotionRow = Row<typeof attributes>

/** Name for shoppers. */
export function nameOf({ display_name, name }: PromotionRow): string {
  return display_name === '' ? name : display_name
}

export function limitsOf({ usage_limit, usage_limit_per_shopper }: PromotionRow): Limits {
  return { all: usage_limit, by_shopper: usage_limit_per_shopper }
}

export function promotionOf(row: PromotionRow): Promotion {
  const { id, enabled, currency, priority, stacking, trigger, scope, when, action } = row
  const { usage_limit, usage_limit_per_shopper, basis, target, shipping_option_ids } = row
  const name = nameOf(row)
  const terms = { id, name, enabled, currency, priority, stacking, trigger, usage_limit, usage_limit_per_shopper }
  const times = { start: toTime(row.start), end: toTime(row.end) }
  // The combination of members was validated when the row was written.
  return { ...terms, ...times, scope, when, action, basis, target, shipping_option_ids } as Promotion
}

function toTime(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
