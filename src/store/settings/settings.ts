import { Type } from 'typebox'
import { Settings as SettingsSchema } from '../../event-types/resources/settings.ts'
import { FILTER_CONDITIONS } from '../../kernel/lists/filter.ts'
import { OFFSET_LIMIT } from '../../kernel/lists/page.ts'
import { LANGUAGE_TAG, LANGUAGE_TAG_LENGTH } from '../../kernel/text/languages.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'
import { type Attribute, choice, flag, integer, optional, text } from '../kit/values/attribute.ts'

/** Records per page by default. */
export const DEFAULT_PAGE_LENGTH = 25

export const CUSTOM_FIELD_LIMIT = 100

/**
 * Three days: longer than any payment page waits, and a transfer between banks arrives over a weekend. A seller who waits
 * longer authorizes a `manual` payment.
 */
const ORDER_EXPIRY_HOURS = 72

const MAX_MEMBERSHIPS = 10_000

/** Fields that a store can make mandatory in addresses. */
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

/** Fixed limits, the same in every store. */
const LIMITS = {
  filter_limit: { value: FILTER_CONDITIONS, description: 'Conditions of one `filter`.' },
  field_limit: { value: CUSTOM_FIELD_LIMIT, description: 'Fields of one custom API.' },
  page_offset_limit: { value: OFFSET_LIMIT, description: 'The largest `page[offset]` of files and orders.' },
}

/** Limits of other services that clients may send back. They do not exist here and are ignored. */
const OTHER_LIMITS = [
  'currency_limit',
  'event_limit',
  'integration_limit',
  'promotion_codes_limit',
  'promotions_limit',
  'tax_item_limit',
]
const NO_LIMIT = 'Ignored: limits are the same in every store.'

/** The settings of a store: one row each, whose id is the store's. */
export const settings = defineResource({
  type: 'settings',
  singular: 'settings',
  plural: 'settings',
  tag: 'Settings',
  area: 'settings',
  table: 'settings',
  path: '/settings',
  pathOfRow: () => '/settings',
  // `write.ts` emits the events, since the first change after a reset emits `settings.created`.
  event: null,
  event_schema: SettingsSchema,
  api_only: 'Events contain every setting, but only the page length is guaranteed.',
  attributes: {
    page_length: integer(
      { minimum: 1, maximum: 100, description: 'Records per page of every list, unless the request sets it.' },
      { initial: DEFAULT_PAGE_LENGTH },
    ),
    list_child_products: flag(
      {
        description:
          'Whether product lists for shoppers contain every variation, or only the oldest one of each definition.',
      },
      { initial: true },
    ),
    default_language: text(
      {
        max: LANGUAGE_TAG_LENGTH,
        pattern: LANGUAGE_TAG,
        description:
          'Language (BCP 47) of untranslated names and descriptions; a catalog can override it with its `locale`.',
      },
      { initial: 'en' },
    ),
    additional_languages: textSet(
      Type.Array(Type.String({ pattern: LANGUAGE_TAG, maxLength: LANGUAGE_TAG_LENGTH }), {
        maxItems: 100,
        uniqueItems: true,
        description:
          'Languages (BCP 47) in which the store also has texts, for clients that let shoppers choose. Which texts shoppers see depends only on the `locales` of products, nodes and options.',
      }),
    ),
    calculation_method: choice(
      ['simple', 'line'],
      {
        description:
          'Whether tax is computed once for all lines with the same taxes (`simple`), or for each line and then summed (`line`). Shipping is always taxed separately.',
      },
      { initial: 'line' },
    ),
    address_mandatory_fields: textSet(
      Type.Array(Type.Enum([...ADDRESS_FIELDS]), {
        uniqueItems: true,
        description: 'Fields that are mandatory in addresses, in addition to `line_1` and `country`.',
      }),
    ),
    prices_include_tax: flag(
      {
        description:
          'Whether prices of products, custom items and shipping options include tax unless they specify otherwise.',
      },
      { initial: false },
    ),
    cart_expiry_days: integer(
      { minimum: 1, maximum: 3650, description: 'Days after its last change at which a cart is deleted.' },
      { initial: 7 },
    ),
    membership_limit: integer(
      { minimum: 1, maximum: MAX_MEMBERSHIPS, description: 'Accounts that one account member may belong to.' },
      { initial: MAX_MEMBERSHIPS },
    ),
    order_expiry_hours: {
      ...optional(
        integer({
          minimum: 1,
          maximum: 87_600,
          description:
            'Hours after which an order without any payment is cancelled, and its stock released; null: never. An authorized or pending payment, also of the gateway `manual`, keeps the order. Stores of earlier releases keep null.',
        }),
      ),
      initial: ORDER_EXPIRY_HOURS,
    },
    order_number_format: choice(
      ['alphanumeric', 'digits'],
      {
        description:
          'Numbers of new orders: ten digits and capital letters with a hyphen, such as `7K2QX-M94TB`, or fifteen digits.',
      },
      { initial: 'alphanumeric' },
    ),
    cart_stacking: choice(
      ['all', 'best'],
      {
        description:
          'Whether all promotions on the cart total apply one after another, or only the one with the largest discount.',
      },
      { initial: 'all' },
    ),
    unknown_members: choice(
      ['refuse', 'report'],
      {
        description:
          'Whether unknown members of bodies cause a 422, or are dropped and named in `meta.ignored` of the response. Operations without `x-reports-unknown` always reject them.',
      },
      { initial: 'refuse' },
    ),
    shopper_custom_items: flag(
      { description: 'Whether shoppers may add custom items, which have their own prices, to carts.' },
      { initial: false },
    ),
    shopper_tax_items: flag(
      { description: "Whether shoppers may add tax items to cart lines, which replace the store's taxes." },
      { initial: false },
    ),
    shopper_channels: flag(
      {
        description:
          'Whether shoppers may send EP-Channel, which can change prices. If false, such requests are rejected.',
      },
      { initial: true },
    ),
    customer_self_signup: flag(
      {
        description:
          'Whether shoppers may register as customers. If false, only sellers create customers; existing customers can still log in.',
      },
      { initial: true },
    ),
  },
  internal: { written: flag({}, { initial: true }) },
  accepts: Object.fromEntries(
    OTHER_LIMITS.map((name) => [name, Type.Unknown({ readOnly: true, description: NO_LIMIT })]),
  ),
  shows: {
    members: {
      default_currency: Type.Union([Type.String(), Type.Null()], {
        description: "Code of the store's default currency, or null. Read-only here: change the currency itself.",
      }),
      ...Object.fromEntries(
        Object.entries(LIMITS).map(([name, { description }]) => [
          name,
          Type.Integer({ description: `${description} Read-only: values in requests are ignored.` }),
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
