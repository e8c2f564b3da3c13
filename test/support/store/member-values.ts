import { accountMembers } from '../../../src/store/account-members/account-member.ts'
import { accounts } from '../../../src/store/accounts/account.ts'
import { userAuthenticationInfo } from '../../../src/store/authentication/user-authentication-info.ts'
import { catalogs } from '../../../src/store/catalog/catalog.ts'
import { hierarchies } from '../../../src/store/catalog/hierarchy.ts'
import { pricebooks } from '../../../src/store/catalog/pricebook.ts'
import { variations } from '../../../src/store/catalog/variations/variation.ts'
import { taxClasses } from '../../../src/store/taxes/tax-class.ts'
import { taxZones } from '../../../src/store/taxes/tax-zone.ts'
import type { Client } from '../app.ts'
import { makeOne } from './resource-samples.ts'
import { expectStatus } from './shop.ts'

type Json = Record<string, unknown>

/**
 * Values that the schema cannot express, by path of `membersOfData`, and members that must be sent together with a
 * member.
 */
export type Values = { create?: Json; change?: Json; beside?: Record<string, Json> }

// Members with a single allowed value that the document does not mention.
const NO_UPSERTS = { allow_upserts: false }
const NO_SEGMENTATION = { 'attributes.enable_price_segmentation': false }
const to = (type: string, id: string) => ({ data: { type, id } })
const ADDRESS = { line_1: '2 Elm Street', city: 'Salem', region: 'OR', postcode: '97301', country: 'US' }
const ATTRIBUTES = { gift: { type: 'boolean', value: true } }

/** Keyed by the name of the subject; `sent` is the sample's creation body. */
export const memberValues: Readonly<Record<string, (client: Client, sent: Json) => Promise<Values>>> = {
  customers: async () => ({ create: { password: 'a long password' }, change: { password: 'another password' } }),
  accounts: async (client, { parent_id }) => ({
    create: { 'relationships.parent': to('account', String(parent_id)) },
    change: {
      parent_id: (await makeOne(client, accounts)).id,
      'relationships.parent': to('account', (await makeOne(client, accounts)).id),
    },
  }),
  'account members': async (client) => ({
    create: { user_authentication_info_id: (await makeOne(client, userAuthenticationInfo)).id },
    change: { user_authentication_info_id: (await makeOne(client, userAuthenticationInfo)).id },
  }),
  'account memberships': async (client, { account_member_id }) => ({
    create: { 'relationships.account_member': to('account_member', String(account_member_id)) },
    change: { 'relationships.account_member': to('account_member', (await makeOne(client, accountMembers)).id) },
  }),
  'user authentication password profile info': async () => ({
    create: { password: 'a long password' },
    change: { password: 'another password' },
  }),
  currencies: async () => ({
    create: { decimal_point: ',', thousand_separator: '.', default: false },
    change: { format: '{price} T', decimal_point: '.', thousand_separator: ',', default: false },
  }),
  'tax zones': async () => ({ change: { countries: COUNTRIES } }),
  'tax classes': async () => ({ create: { default: true }, change: { default: true } }),
  'tax rates': async (client, { tax_class_id, tax_zone_id }) => ({
    create: {
      'relationships.tax_class': to('tax_class', String(tax_class_id)),
      'relationships.tax_zone': to('tax_zone', String(tax_zone_id)),
      valid_to: '2027-01-01T00:00:00.000Z',
    },
    change: {
      tax_class_id: (await makeOne(client, taxClasses)).id,
      tax_zone_id: (await makeOne(client, taxZones)).id,
      valid_to: '2028-01-01T00:00:00.000Z',
      'relationships.tax_class': to('tax_class', (await makeOne(client, taxClasses)).id),
      'relationships.tax_zone': to('tax_zone', (await makeOne(client, taxZones)).id),
    },
  }),
  'shipping options': async (client) => ({
    create: { countries: COUNTRIES },
    change: {
      costs: { EUR: { amount: 5 } },
      countries: COUNTRIES,
      tax_class_id: (await makeOne(client, taxClasses)).id,
    },
  }),
  promotions: async () => ({
    create: { currency: 'USD', end: '2100-01-01T00:00:00.000Z', trigger: 'automatic' },
    change: { currency: 'USD', scope: 'cart', target: { skus: ['LAMP'] }, end: '2101-01-01T00:00:00.000Z' },
    beside: {
      target: { scope: 'line_total', basis: 'catalog_prices' },
      basis: { scope: 'cart', target: {} },
      shipping_option_ids: { scope: 'shipping', target: {}, when: null },
    },
  }),
  coupons: async () => ({
    create: { end: '2099-01-01T00:00:00.000Z' },
    change: { end: '2098-01-01T00:00:00.000Z' },
  }),
  'custom APIs': async () => ({ create: NO_UPSERTS, change: { api_type: 'other_ext', ...NO_UPSERTS } }),
  'custom fields': async () => ({
    create: { use_as_url_slug: true, validation: { string: { ...IN_URLS, max_length: 20 } } },
    change: { validation: { string: { ...IN_URLS, min_length: 2, max_length: 30, regex: '^a' } } },
  }),
  products: async (client) => {
    const file = async () => (await makeFile(client)).id
    const main = await file()
    return {
      create: {
        'attributes.main_image_file_id': main,
        'relationships.main_image': to('file', main),
        'relationships.files': { data: [{ type: 'file', id: await file() }] },
        'relationships.variations': await someVariations(client),
      },
      change: {
        'attributes.main_image_file_id': await file(),
        'relationships.main_image': to('file', await file()),
        'relationships.files': { data: [{ type: 'file', id: await file() }] },
        'relationships.variations': await someVariations(client),
        'attributes.components': { lamp: { options: [] } },
      },
    }
  },
  nodes: async (_, { parent_id, sort_order }) => ({
    create: { 'relationships.parent': to('node', String(parent_id)), 'meta.sort_order': sort_order },
    change: { 'attributes.parent_id': null, 'relationships.parent': to('node', String(parent_id)) },
  }),
  'product prices': async () => ({
    create: { 'attributes.valid_to': '2027-01-01T00:00:00.000Z' },
    change: {
      'attributes.currencies': { EUR: { amount: 100 } },
      'attributes.valid_to': '2028-01-01T00:00:00.000Z',
    },
  }),
  'price modifiers': async () => ({ change: { 'attributes.currencies': { EUR: { amount: 100 } } } }),
  catalogs: async (client, { hierarchy_ids, pricebooks: books }) => {
    const book = async () => ({ id: (await makeOne(client, pricebooks)).id, priority: 2 })
    const hierarchy = async () => [(await makeOne(client, hierarchies)).id]
    return {
      create: { 'attributes.hierarchies': hierarchy_ids, 'attributes.pricebook_ids': books, ...NO_SEGMENTATION },
      change: {
        ...NO_SEGMENTATION,
        'attributes.hierarchy_ids': await hierarchy(),
        'attributes.hierarchies': await hierarchy(),
        'attributes.pricebook_id': (await book()).id,
        'attributes.pricebooks': [await book()],
        'attributes.pricebook_ids': [await book()],
      },
      beside: {
        'attributes.pricebook_id': { attributes: { pricebooks: [] } },
        'attributes.pricebooks': { attributes: { pricebook_id: null } },
      },
    }
  },
  'catalog rules': async (client, { accounts: ids }) => ({
    create: {
      'attributes.account_ids': ids,
      'attributes.pricebook_ids': [],
      'attributes.customers': CUSTOMERS,
      'attributes.customer_ids': CUSTOMERS,
    },
    change: {
      'attributes.catalog_id': (await makeOne(client, catalogs)).id,
      'attributes.pricebook_ids': [],
      'attributes.schedules': SCHEDULES,
    },
  }),
  carts: async () => ({
    create: { currency: 'USD', custom_attributes: ATTRIBUTES },
    change: { currency: 'USD', custom_attributes: ATTRIBUTES },
  }),
  'cart items': async (client) => ({
    create: {
      custom_attributes: ATTRIBUTES,
      custom_inputs: { name: 'Ada' },
      tax_class_id: (await makeOne(client, taxClasses)).id,
    },
    change: { custom_attributes: ATTRIBUTES, custom_inputs: { name: 'Grace' } },
  }),
  orders: async () => ({
    change: { shipping_address: ADDRESS, billing_address: ADDRESS, custom_attributes: ATTRIBUTES, status: 'cancelled' },
  }),
  'event types': async () => ({
    change: { payload: { type: 'object' }, ...SAMPLE },
    beside: { description: SAMPLE, payload: SAMPLE },
  }),
  shipments: async (_, { items }) => ({
    change: { items: [{ ...(items as object[])[0], quantity: 1 }] },
  }),
  settings: async () => ({
    change: {
      default_language: 'de',
      additional_languages: ['fr', 'pt-BR'],
      address_mandatory_fields: ['city'],
      membership_limit: 9,
      // The other value would accept what the tests expect to be rejected.
      unknown_members: 'refuse',
    },
  }),
  integrations: async () => ({
    create: { filter: 'eq(data.id,a)' },
    change: {
      observes: ['order.updated'],
      filter: 'eq(data.id,b)',
      configuration: { url: 'https://receiver.example.com/other', secret_key: 'another secret of the webhook' },
    },
  }),
  'account authentication': async () => ({
    change: {
      enable_self_signup: true,
      account_member_self_management: 'update_only',
      account_management_authentication_token_timeout_secs: 600,
    },
  }),
}

const IN_URLS = { unique: 'yes', unique_case_insensitivity: true, allow_null_values: false }
const COUNTRIES = [{ country: 'US', regions: ['NV'] }]
const SCHEDULES = [{ valid_from: '2026-01-01T00:00:00Z', valid_to: '2027-01-01T00:00:00Z' }]
const SAMPLE = { sample: { data: { type: 'lost', id: '1' } } }
const CUSTOMERS = ['0199f3a0-7c00-7000-8000-0000000000cd']

async function makeFile(client: Client): Promise<{ id: string }> {
  const data = { file_location: 'https://files.example.com/lamp.png' }
  return expectStatus(await client.post('/v2/files', { data }), 201).body.data
}

async function someVariations(client: Client) {
  return { data: [{ type: 'product-variation', id: (await makeOne(client, variations)).id }] }
}
