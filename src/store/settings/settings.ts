import { Type } from 'typebox'
import { FILTER_CONDITIONS } from '../../kernel/filter.ts'
import { OFFSET_LIMIT } from '../../kernel/page.ts'
import { type Attribute, choice, flag, integer, optional } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'

/** Records per page where a request does not say and no store has its own. */
export const DEFAULT_PAGE_LENGTH = 25

/** Fields that one custom API may have. */
export const CUSTOM_FIELD_LIMIT = 100

/** What an address may be required to hold beside the line and the country that every address has. */
const ADDRESS_FIELDS = [
  'name',
  'first_name',
  'last_name',
  'company_name',
  'phone_number',
  'line_1',
  'line_2',
  'city',
  'county',
  'region',
  'postcode',
  'country',
  'instructions',
] as const

const LANGUAGE = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'

/** The limits that hold in every store. */
const LIMITS = {
  filter_limit: { value: FILTER_CONDITIONS, description: 'Conditions of one `filter`.' },
  field_limit: { value: CUSTOM_FIELD_LIMIT, description: 'Fields of one custom API.' },
  page_offset_limit: { value: OFFSET_LIMIT, description: 'The largest `page[offset]` of files and orders.' },
}

/** What clients of other services send back; no limit of the name holds here. */
const OTHER_LIMITS = [
  'currency_limit',
  'event_limit',
  'integration_limit',
  'promotion_codes_limit',
  'promotions_limit',
  'tax_item_limit',
]
const NO_LIMIT = 'Read only: what is sent is ignored. No such limit holds.'

/** The settings of a store: one row each, whose id is the store's. */
export const settings = defineResource({
  type: 'settings',
  one: 'settings',
  many: 'settings',
  tag: 'Settings',
  table: 'settings',
  path: '/settings',
  pathOfRow: () => '/settings',
  // Whether a change is the first after a reset decides its event: see `write.ts`.
  event: null,
  attributes: {
    page_length: integer(
      { minimum: 1, maximum: 100, description: 'Records per page of every list where the request does not say.' },
      { initial: DEFAULT_PAGE_LENGTH },
    ),
    list_child_products: flag(
      {
        description:
          'Whether the lists of products that shoppers read hold every variation, or of those of one definition the oldest alone.',
      },
      { initial: true },
    ),
    additional_languages: textSet(
      Type.Array(Type.String({ pattern: LANGUAGE, maxLength: 35 }), {
        maxItems: 100,
        uniqueItems: true,
        description:
          'Languages (BCP 47) of the store beside its own. Texts are kept in one language: it must be empty.',
      }),
    ),
    calculation_method: choice(
      ['simple', 'line'],
      {
        description:
          'Whether tax is found on all lines that are taxed alike together (`simple`) or on each line, then summed (`line`). Shipping is taxed by itself.',
      },
      { initial: 'line' },
    ),
    address_mandatory_fields: textSet(
      Type.Array(Type.Enum([...ADDRESS_FIELDS]), {
        uniqueItems: true,
        description: 'Fields that no address may leave empty; `line_1` and `country` always are such fields.',
      }),
    ),
    prices_include_tax: flag(
      { description: 'Whether prices that do not say hold their tax: of products, custom items and shipping options.' },
      { initial: false },
    ),
    cart_expiry_days: integer(
      { minimum: 1, maximum: 3650, description: 'Days after its last change at which a cart is deleted.' },
      { initial: 7 },
    ),
    order_expiry_hours: optional(
      integer({
        minimum: 1,
        maximum: 87_600,
        description: 'Hours after which an unpaid order is cancelled; null: never.',
      }),
    ),
    cart_stacking: choice(
      ['all', 'best'],
      {
        description:
          'Whether all promotions of a cart total apply one after another, or the one that takes off most alone.',
      },
      { initial: 'all' },
    ),
    shopper_custom_items: flag(
      { description: 'Whether shoppers may put custom items, with prices of their own, into carts.' },
      { initial: false },
    ),
    shopper_tax_items: flag(
      { description: 'Whether shoppers may give lines of carts tax items in place of the taxes of the store.' },
      { initial: false },
    ),
    shopper_channels: flag(
      {
        description:
          'Whether shoppers may name a channel in EP-Channel, which decides on the price book; false: such requests are refused.',
      },
      { initial: true },
    ),
  },
  kept: { written: flag({}, { initial: true }) },
  accepts: Object.fromEntries(
    OTHER_LIMITS.map((name) => [name, Type.Unknown({ readOnly: true, description: NO_LIMIT })]),
  ),
  shows: {
    members: {
      default_currency: Type.Union([Type.String(), Type.Null()], {
        description: "Code of the store's default currency, null without one. Read only: change the currency.",
      }),
      ...Object.fromEntries(
        Object.entries(LIMITS).map(([name, { description }]) => [
          name,
          Type.Integer({ description: `${description} Read only: what is sent is ignored.` }),
        ]),
      ),
    },
  },
  show: () => ({ members: Object.fromEntries(Object.entries(LIMITS).map(([name, { value }]) => [name, value])) }),
})

export type Settings = RowOf<typeof settings>

function textSet(schema: Attribute['schema']): Attribute<string[]> {
  return { kind: 'text_array', schema, initial: [], list: false }
}
