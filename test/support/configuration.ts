import { derivedSamples } from './examples/derived-documents.ts'

type Members = Record<string, unknown>

/** A document with a changed value for each member that can change. */
export type Sample = {
  document: { type: string } & Members
  changes: Members
  /** Differences if the changes of all documents apply together. */
  together?: Members
}

const rule = {
  kind: 'all',
  of: [
    { kind: 'segment', one_of: ['vip'] },
    { kind: 'country', one_of: ['DE', 'AT'] },
  ],
}

/** Documents written differently from the API's output where the format allows, and documents that refer to others. */
const written: readonly Sample[] = [
  {
    document: {
      type: 'settings',
      page_length: 30,
      list_child_products: false,
      default_language: 'de',
      additional_languages: ['fr', 'en'],
      calculation_method: 'simple',
      address_mandatory_fields: ['postcode', 'city'],
      prices_include_tax: true,
      cart_expiry_days: 14,
      membership_limit: 50,
      unknown_members: 'report',
      order_expiry_hours: 48,
      order_number_format: 'digits',
      cart_stacking: 'best',
      shopper_custom_items: true,
      shopper_tax_items: true,
      shopper_channels: false,
      customer_self_signup: false,
    },
    changes: {
      page_length: 31,
      list_child_products: true,
      default_language: 'en',
      additional_languages: ['en', 'it'],
      calculation_method: 'line',
      address_mandatory_fields: [],
      prices_include_tax: false,
      cart_expiry_days: 7,
      membership_limit: 10_000,
      unknown_members: 'refuse',
      order_expiry_hours: null,
      order_number_format: 'alphanumeric',
      cart_stacking: 'all',
      shopper_custom_items: false,
      shopper_tax_items: false,
      shopper_channels: true,
      customer_self_signup: true,
    },
  },
  {
    document: {
      type: 'account_authentication_settings',
      enable_self_signup: false,
      auto_create_account_for_account_members: true,
      account_member_self_management: 'disabled',
      account_management_authentication_token_timeout_secs: 3600,
    },
    changes: {
      enable_self_signup: true,
      account_member_self_management: 'update_only',
      auto_create_account_for_account_members: false,
      account_management_authentication_token_timeout_secs: 7200,
    },
  },
  {
    document: {
      type: 'currency',
      code: 'CHF',
      exchange_rate: 1.05,
      format: 'CHF {price}',
      decimal_point: '.',
      thousand_separator: "'",
      decimal_places: 2,
      default: false,
      enabled: true,
    },
    changes: {
      exchange_rate: 1.1,
      format: '{price} CHF',
      decimal_point: ',',
      thousand_separator: '.',
      default: true,
      enabled: false,
    },
    together: { enabled: true },
  },
  {
    // Only a currency that nothing uses can change its minor unit.
    document: { type: 'currency', code: 'TND', format: '{price} DT', decimal_places: 3 },
    changes: { decimal_places: 2 },
  },
  {
    document: { type: 'tax_class', code: 'standard', name: 'Standard' },
    changes: { name: 'Everything else' },
  },
  {
    document: { type: 'tax_class', code: 'books', name: 'Books', default: false },
    changes: { name: 'Books and maps', default: true },
  },
  {
    document: { type: 'tax_zone', name: 'Germany', countries: [{ country: 'DE', postcodes: ['27498', '7*'] }] },
    changes: { countries: [{ country: 'DE' }] },
  },
  {
    document: {
      type: 'tax_rate',
      tax_class_id: 'books',
      tax_zone_id: 'Germany',
      code: 'VAT',
      name: 'VAT',
      rate: 70_000,
      jurisdiction: 'DE',
      valid_from: '2026-01-01T00:00:00+01:00',
      valid_to: '2030-01-01T00:00:00Z',
    },
    changes: {
      name: 'Reduced VAT',
      rate: 50_000,
      jurisdiction: 'EU',
      valid_from: '2026-01-01T00:00:00+02:00',
      valid_to: null,
    },
  },
  {
    document: {
      type: 'shipping_option',
      code: 'parcel',
      name: 'Parcel',
      carrier: 'Road',
      description: 'In three days',
      countries: [{ country: 'DE', regions: ['BE'] }],
      costs: { EUR: { by: 'weight', table: [{ from: 0, amount: 590 }] }, CHF: { amount: 900 } },
      tax_class_id: 'books',
      enabled: true,
      priority: 5,
    },
    changes: {
      name: 'Small parcel',
      carrier: 'Rail',
      description: '',
      countries: [],
      costs: { CHF: { amount: 950 } },
      tax_class_id: null,
      enabled: false,
      priority: 6,
    },
  },
  {
    document: {
      type: 'gateway',
      slug: 'manual',
      name: 'Invoice',
      enabled: true,
      test: true,
      credentials: { account: 'DE00 1234 5678 9012', pin: '1234' },
    },
    changes: { name: 'On account', enabled: false, test: false, credentials: { account: 'DE00 1234 5678 9999' } },
  },
  {
    document: {
      type: 'custom_api',
      slug: 'wishes',
      name: 'Wishes',
      api_type: 'wishes_ext',
      description: 'Of shoppers',
    },
    changes: { name: 'Wish lists', description: '' },
  },
  {
    document: {
      type: 'custom_field',
      custom_api_id: 'wishes',
      slug: 'note',
      name: 'Note',
      description: 'Any text',
      field_type: 'string',
      presence: 'optional',
      sensitive: true,
      validation: { max_length: 20, regexp: '^[a-z]+$', unique: true },
      presentation: { sort_order: 1, hint: null },
    },
    changes: {
      name: 'Remark',
      description: '',
      presence: 'required',
      sensitive: false,
      validation: { string: { max_length: 30 } },
      presentation: { sort_order: 2 },
    },
  },
  {
    document: {
      type: 'event-type',
      key: 'acme.order.approved',
      description: 'An order was approved.',
      payload: { type: 'object' },
      sample: { data: { type: 'approval', id: '1', at: '2026-01-01T00:00:00+01:00', by: null } },
    },
    changes: {
      description: 'Somebody approved an order.',
      payload: { type: 'object', required: ['data'] },
      sample: { data: { type: 'approval', id: '1', at: '2025-12-31T23:00:00Z', by: null } },
    },
  },
  {
    document: {
      type: 'hierarchy',
      slug: 'lighting',
      name: 'Lighting',
      description: 'Lamps',
      locales: { fr: { name: 'Éclairage' } },
      shopper_attributes: { season: 'winter', badge: null },
      admin_attributes: { margin: 'high' },
    },
    changes: { name: 'Lights', description: '', locales: {}, shopper_attributes: {}, admin_attributes: {} },
  },
  {
    document: {
      type: 'node',
      hierarchy_id: 'lighting',
      slug: 'desk',
      parent_id: 'lamps',
      name: 'Desk lamps',
      description: 'For desks',
      locales: { fr: { name: 'Lampes' } },
      shopper_attributes: { season: 'winter' },
      admin_attributes: { margin: 'high' },
      sort_order: 2,
    },
    changes: {
      parent_id: null,
      name: 'Lamps for desks',
      description: '',
      locales: { fr: { name: 'Lampes de bureau' } },
      shopper_attributes: { season: 'summer' },
      admin_attributes: {},
      sort_order: 0,
    },
  },
  {
    document: { type: 'node', hierarchy_id: 'lighting', slug: 'lamps', name: 'Lamps' },
    changes: { name: 'All lamps' },
  },
  {
    document: { type: 'pricebook', name: 'Retail', description: 'For all', external_ref: 'erp-1' },
    changes: { description: '', external_ref: 'erp-2' },
  },
  { document: { type: 'pricebook', name: 'Trade' }, changes: {} },
  {
    document: {
      type: 'price-modifier',
      pricebook_id: 'Retail',
      name: 'linen',
      modifier_type: 'price_increment',
      currencies: { EUR: { amount: 500 } },
      external_ref: 'erp-3',
    },
    changes: {
      modifier_type: 'price_equals',
      currencies: { EUR: { amount: 600, includes_tax: true } },
      external_ref: '',
    },
  },
  {
    document: {
      type: 'catalog',
      name: 'Shop',
      description: 'What is sold',
      hierarchies: ['lighting'],
      pricebooks: [
        { id: 'Trade', priority: 1 },
        { id: 'Retail', priority: 2 },
      ],
      locale: 'en-GB',
      locales: { 'fr-FR': { name: 'Boutique' } },
    },
    changes: {
      description: '',
      hierarchies: [],
      pricebooks: [{ id: 'Retail', priority: 2 }],
      locale: 'de',
      locales: {},
    },
  },
  { document: { type: 'catalog', name: 'Clearance', pricebook_id: 'Retail' }, changes: { pricebook_id: 'Trade' } },
  {
    document: {
      type: 'catalog_rule',
      name: 'Trade customers',
      description: 'With a contract',
      catalog_id: 'Shop',
      customers: ['0199F3A0-7C00-7000-8000-000000000001'],
      accounts: ['0199f3a0-7c00-7000-8000-000000000003', '0199f3a0-7c00-7000-8000-000000000002'],
      account_tag_ids: ['0199f3a0-7c00-7000-8000-000000000004'],
      channels: ['web', 'app'],
      tags: ['trade'],
      schedules: [{ valid_from: '2026-01-01T00:00:00', valid_to: '2027-01-01T00:00:00+01:00' }],
      priority: -3,
    },
    changes: {
      description: '',
      catalog_id: 'Clearance',
      customers: [],
      accounts: ['0199f3a0-7c00-7000-8000-000000000003'],
      account_tag_ids: [],
      channels: ['web'],
      tags: ['trade', 'vip'],
      schedules: [],
      priority: 4,
    },
  },
  {
    document: {
      type: 'promotion',
      name: 'Spring sale',
      display_name: 'Spring',
      description: 'A tenth off',
      enabled: true,
      start: '2026-01-01T00:00:00+01:00',
      end: '2100-01-01T00:00:00Z',
      currency: 'CHF',
      priority: 50,
      stacking: 'exclusive',
      trigger: 'coupon',
      scope: 'cart',
      when: rule,
      basis: 'after_lines',
      target: {},
      action: { kind: 'percent', ppm: 100_000, max_discount: 2000 },
      usage_limit: 100,
      usage_limit_per_shopper: 1,
    },
    changes: {
      display_name: '',
      description: '',
      enabled: false,
      start: null,
      end: '2101-01-01T00:00:00Z',
      priority: 60,
      stacking: 'stackable',
      when: { ...rule, of: rule.of.slice(0, 1) },
      basis: 'catalog_prices',
      action: { kind: 'percent', ppm: 100_000 },
      usage_limit: null,
      usage_limit_per_shopper: 2,
    },
  },
  {
    document: {
      type: 'promotion',
      name: 'Desk lamps',
      scope: 'line_total',
      target: { categories: ['lighting/desk'], not_tags: ['sale'] },
      action: { kind: 'percent', ppm: 50_000 },
    },
    changes: { target: { categories: ['lighting/lamps'], not_tags: ['sale'] } },
  },
  {
    document: {
      type: 'promotion',
      name: 'Free parcels',
      scope: 'shipping',
      shipping_option_ids: ['parcel'],
      action: { kind: 'free' },
    },
    changes: { shipping_option_ids: null },
  },
  {
    document: {
      type: 'coupon',
      promotion_id: 'Spring sale',
      code: 'Spring-10',
      email: 'Ada@Example.com',
      max_uses: 5,
      max_uses_per_shopper: 1,
      start: '2026-03-01T00:00:00+01:00',
      end: '2099-01-01T00:00:00Z',
    },
    changes: { email: null, max_uses: 6, max_uses_per_shopper: null, start: null, end: '2098-01-01T00:00:00Z' },
  },
  {
    document: {
      type: 'authentication_realm',
      name: 'Buyers',
      redirect_uris: ['https://shop.example/in'],
      duplicate_email_policy: 'allowed',
    },
    changes: { redirect_uris: [], duplicate_email_policy: 'api_only' },
  },
  {
    document: {
      type: 'password_profile',
      authentication_realm_id: 'Buyers',
      name: 'Names',
      description: 'Of buyers',
      username_format: 'email',
      enable_one_time_password_token: true,
    },
    changes: { description: '', username_format: 'any', enable_one_time_password_token: false },
  },
  {
    document: {
      type: 'integration',
      name: 'Warehouse',
      description: 'Packs parcels',
      integration_type: 'webhook',
      enabled: false,
      observes: ['order.paid', 'acme.order.approved', 'cart.*', 'order.paid'],
      filter: 'eq(data.type,order)',
      rate_limit: 5,
      concurrency: 4,
      configuration: {
        url: 'https://warehouse.example/hooks',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what files contain.
        secret_key: '${WEBHOOK_SECRET}',
        headers: { 'x-key': 'a long enough secret' },
        authentication: { type: 'basic', username: 'ada', password: 'another long secret' },
        ordered: null,
      },
    },
    changes: {
      description: '',
      enabled: true,
      observes: ['order.paid', 'cart.*'],
      filter: null,
      rate_limit: null,
      concurrency: null,
      configuration: { url: 'https://warehouse.example/events', headers: { 'x-key': 'a long enough SECRET' } },
    },
  },
  {
    document: {
      type: 'integration',
      name: 'Queue',
      integration_type: 'aws_sqs',
      observes: ['order.*'],
      configuration: {
        url: 'https://sqs.example/1/queue',
        region: 'eu-1',
        aws_access_key_id: 'key-of-the-queue',
        aws_secret_access_key: 'secret-of-the-queue',
      },
    },
    changes: { configuration: { aws_secret_access_key: 'another-of-the-queue' } },
  },
]

/** Every type that files can declare, with at least one document. */
export const samples: readonly Sample[] = [
  ...written,
  ...(await derivedSamples(written.map(({ document }) => document.type))),
]

/** Paths of the API that files cannot declare, besides plain resources; nested paths are included. */
export const undeclaredPaths = [
  // Assortment data and custom APIs.
  ...['/v2/inventories', '/v2/files', '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/products'],
  ...['/v2/extensions', '/v2/settings/extensions/custom-apis/{custom_api_id}/entries'],
  // Activities of shoppers; access of people and programs.
  ...['/v2/carts', '/v2/orders', '/v2/people', '/v2/sessions', '/v2/me', '/v2/keys', '/v2/stores', '/v2/organizations'],
  // Generated codes, and addresses for messages.
  ...['/v2/promotions/{promotion_id}/coupon-batches', '/v2/alerts'],
  // Actions and reads.
  ...['/v2/events', '/v2/jobs', '/v2/catalogs/{catalog_id}/releases', '/v2/promotions/dry-run'],
  ...['/v2/hierarchies/{hierarchy_id}/duplicate', '/v2/hierarchies/{hierarchy_id}/duplicate_job'],
  ...['jobs', 'replays', 'test', 'secret'].map((name) => `/v2/integrations/{integration_id}/${name}`),
  ...[
    '/v2/integrations/test',
    '/v2/integrations/test-filter',
    '/v2/integrations/job-runs',
    '/oauth/access_token',
    '/v2/catalog/multi-search',
  ],
  '/v2/authentication-realms/{authentication_realm_id}/password-profiles/{password_profile_id}/one-time-password-token-request',
  // The `parent_id` of a node, and parts of the settings.
  ...['children', 'parent'].map((name) => `/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/${name}`),
  ...['/v2/settings/cart', '/v2/settings/account-membership', '/v2/settings/customer-authentication'],
] as const
