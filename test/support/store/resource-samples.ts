import { accountMembers } from '../../../src/store/account-members/account-member.ts'
import { accountMemberships } from '../../../src/store/account-memberships/account-membership.ts'
import { accounts } from '../../../src/store/accounts/account.ts'
import { accountAddresses, customerAddresses } from '../../../src/store/addresses/address.ts'
import { authenticationRealms } from '../../../src/store/authentication/authentication-realm.ts'
import { passwordProfiles } from '../../../src/store/authentication/password-profile.ts'
import { passwordProfileInfo } from '../../../src/store/authentication/password-profile-info.ts'
import { userAuthenticationInfo } from '../../../src/store/authentication/user-authentication-info.ts'
import { catalogs } from '../../../src/store/catalog/catalog.ts'
import { catalogRules } from '../../../src/store/catalog/catalog-rule.ts'
import { hierarchies } from '../../../src/store/catalog/hierarchy.ts'
import { nodes } from '../../../src/store/catalog/node.ts'
import { priceModifiers } from '../../../src/store/catalog/price-modifier.ts'
import { pricebooks } from '../../../src/store/catalog/pricebook.ts'
import { products } from '../../../src/store/catalog/product.ts'
import { productPrices } from '../../../src/store/catalog/product-price.ts'
import { variationModifiers } from '../../../src/store/catalog/variations/modifier.ts'
import { variationOptions, variations } from '../../../src/store/catalog/variations/variation.ts'
import { currencies } from '../../../src/store/currencies/currency.ts'
import { customApis } from '../../../src/store/custom-apis/custom-api.ts'
import { customFields } from '../../../src/store/custom-apis/custom-field.ts'
import { customers } from '../../../src/store/customers/customer.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { coupons } from '../../../src/store/promotions/coupons/coupon.ts'
import { promotions } from '../../../src/store/promotions/promotion.ts'
import { shippingOptions } from '../../../src/store/shipping/shipping-option.ts'
import { taxClasses } from '../../../src/store/taxes/tax-class.ts'
import { taxRates } from '../../../src/store/taxes/tax-rate.ts'
import { taxZones } from '../../../src/store/taxes/tax-zone.ts'
import type { Client } from '../app.ts'

/** Attributes to create and to change a resource; creates what both refer to. */
export type Sample = {
  path: string
  create: Record<string, unknown>
  change: Record<string, unknown>
}

/** A sample of every plain resource. Each call arranges a different one. */
export const samples: readonly { resource: AnyResource; arrange: (client: Client) => Promise<Sample> }[] = [
  {
    resource: customers,
    arrange: async () => ({
      path: '/customers',
      create: { name: 'Ada Marsh', email: `Ada.${next()}@Example.com` },
      change: { name: 'Ada Reed', external_ref: 'crm-1' },
    }),
  },
  {
    resource: customerAddresses,
    arrange: async (client) => ({
      path: `/customers/${(await makeOne(client, customers)).id}/addresses`,
      create: address,
      change: { name: 'Office', country: 'AT' },
    }),
  },
  {
    resource: accounts,
    arrange: async (client) => ({
      path: '/accounts',
      create: { name: 'Marsh Interiors', parent_id: (await makeAccount(client)).id },
      change: { legal_name: 'Marsh Interiors LLC', parent_id: null },
    }),
  },
  {
    resource: accountAddresses,
    arrange: async (client) => ({
      path: `/accounts/${(await makeAccount(client)).id}/addresses`,
      create: address,
      change: { instructions: 'Ring twice.' },
    }),
  },
  {
    resource: accountMembers,
    arrange: async () => ({
      path: '/account-members',
      create: { name: 'Ada Marsh', email: `Member.${next()}@Example.com` },
      change: { name: 'Ada Reed' },
    }),
  },
  {
    resource: accountMemberships,
    arrange: async (client) => ({
      path: `/accounts/${(await makeAccount(client)).id}/account-memberships`,
      create: { account_member_id: (await makeOne(client, accountMembers)).id },
      change: { role: 'buyer' },
    }),
  },
  {
    resource: authenticationRealms,
    arrange: async () => ({
      path: '/authentication-realms',
      create: { name: 'Buyers' },
      change: { duplicate_email_policy: 'allowed' },
    }),
  },
  {
    resource: userAuthenticationInfo,
    arrange: async (client) => ({
      path: `/authentication-realms/${(await makeOne(client, authenticationRealms)).id}/user-authentication-info`,
      create: { name: 'Ada Marsh', email: `User.${next()}@Example.com` },
      change: { name: 'Ada Reed' },
    }),
  },
  {
    resource: passwordProfiles,
    arrange: async (client) => ({
      path: `/authentication-realms/${(await makeOne(client, authenticationRealms)).id}/password-profiles`,
      create: { name: 'Names' },
      change: { username_format: 'email' },
    }),
  },
  {
    resource: passwordProfileInfo,
    arrange: async (client) => {
      const user = await makeOne(client, userAuthenticationInfo)
      const at = new URL((user as unknown as { links: { self: string } }).links.self).pathname
      const realm = at.split('/').slice(2, 4).join('/')
      const profile = { name: 'Codes', enable_one_time_password_token: true }
      const { id: password_profile_id } = await post(client, passwordProfiles, `/${realm}/password-profiles`, profile)
      return {
        path: `${at.slice('/v2'.length)}/user-authentication-password-profile-info`,
        create: { password_profile_id, username: `ada${next()}` },
        change: { username: `reed${next()}` },
      }
    },
  },
  {
    resource: currencies,
    arrange: async () => ({
      path: '/currencies',
      create: { code: nextCode(), format: '€{price}', exchange_rate: 0.92 },
      change: { decimal_point: ',', thousand_separator: '.' },
    }),
  },
  {
    resource: taxClasses,
    arrange: async () => ({
      path: '/taxes/classes',
      create: { name: 'Books', code: `books-${next()}` },
      change: { name: 'Books and maps' },
    }),
  },
  {
    resource: taxZones,
    arrange: async () => ({
      path: '/taxes/zones',
      create: { name: 'California', countries: [{ country: 'US', regions: ['CA'] }] },
      change: { countries: [{ country: 'US', regions: ['CA', 'NV'] }, { country: 'MX' }] },
    }),
  },
  {
    resource: taxRates,
    arrange: async (client) => ({
      path: '/taxes/rates',
      create: {
        tax_class_id: (await makeOne(client, taxClasses)).id,
        tax_zone_id: (await makeOne(client, taxZones)).id,
        name: 'Sales tax',
        code: 'CA',
        rate: 72_500,
        valid_from: '2026-01-01T00:00:00+02:00',
      },
      change: { rate: 75_000, valid_to: '2027-01-01T00:00:00.000Z' },
    }),
  },
  {
    resource: shippingOptions,
    arrange: async (client) => ({
      path: '/shipping-options',
      create: {
        name: 'Parcel',
        code: `parcel-${next()}`,
        costs: {
          USD: { amount: 795 },
          EUR: {
            by: 'weight',
            table: [
              { from: 0, amount: 590 },
              { from: 30_000, amount: null },
            ],
          },
        },
        tax_class_id: (await makeOne(client, taxClasses)).id,
      },
      change: { countries: [{ country: 'DE' }], priority: 1, tax_class_id: null },
    }),
  },
  {
    resource: promotions,
    arrange: async () => ({
      path: '/promotions',
      create: {
        name: 'Spring',
        start: '2026-01-01T00:00:00+01:00',
        scope: 'line_total',
        target: { categories: [UNKNOWN_ID], not_tags: ['sale'] },
        when: {
          kind: 'all',
          of: [
            { kind: 'segment', one_of: ['vip'] },
            { kind: 'not', of: { kind: 'quantity', of: { skus: ['LAMP'] }, minimum: 3 } },
          ],
        },
        action: { kind: 'percent', ppm: 150_000, max_discount: null },
        usage_limit: 100,
      },
      change: { scope: 'cart', when: null, target: {}, basis: 'after_lines', end: '2100-01-01T00:00:00.000Z' },
    }),
  },
  {
    resource: coupons,
    arrange: async (client) => ({
      path: `/promotions/${(await makeOne(client, promotions, { trigger: 'coupon' })).id}/coupons`,
      create: { code: `Spring-${next()}`, email: `Ada.${next()}@Example.com`, start: '2026-03-01T00:00:00+01:00' },
      change: { email: null, max_uses: 5, end: '2099-01-01T00:00:00.000Z' },
    }),
  },
  {
    resource: customApis,
    arrange: async () => {
      const name = `wishlist${next()}`
      return {
        path: '/settings/extensions/custom-apis',
        create: { name, slug: name, api_type: `${name}_ext` },
        change: { name: 'Wishes' },
      }
    },
  },
  {
    resource: customFields,
    arrange: async (client) => ({
      path: `/settings/extensions/custom-apis/${(await makeOne(client, customApis)).id}/fields`,
      create: { name: 'Color', slug: `color${next()}`, field_type: 'string' },
      change: { presence: 'required', sensitive: true, validation: { string: { max_length: 20, regex: '^[a-z]+$' } } },
    }),
  },
  {
    resource: products,
    arrange: async () => ({
      path: '/products',
      create: {
        sku: `LAMP-${next()}`,
        name: 'Larch Desk Lamp',
        slug: `larch-desk-lamp-${next()}`,
        options: [
          { name: 'shade', value: 'linen', price_modifier: 'linen', locales: { fr: { display_value: 'lin' } } },
        ],
        tags: ['oak', 'spring'],
        extensions: { watts: 7, labels: [null, { lang: 'en' }] },
      },
      change: { status: 'live', weight: 1200, tags: [], tax_class_id: UNKNOWN_ID },
    }),
  },
  {
    resource: variations,
    arrange: async () => ({
      path: '/variations',
      create: { name: 'Size', locales: { fr: { name: 'Taille' } } },
      change: { name: 'Sizes', sort_order: 2, locales: {} },
    }),
  },
  {
    resource: variationOptions,
    arrange: async (client) => ({
      path: `/variations/${(await makeOne(client, variations)).id}/options`,
      create: { name: `Large ${next()}`, description: 'For two' },
      change: { sort_order: 1, locales: { 'de-DE': { name: 'Groß', description: 'Für zwei' } } },
    }),
  },
  {
    resource: variationModifiers,
    arrange: async (client) => {
      const { id } = await makeOne(client, variations)
      const path = `/variations/${id}/options`
      const data = { type: 'product-variation-option', attributes: { name: 'Large' } }
      const { body } = await client.post(`/v2${path}`, { data })
      const create = { type: 'sku_append', value: '-L' }
      return { path: `${path}/${body.data.id}/modifiers`, create, change: { value: '-LARGE' } }
    },
  },
  {
    resource: hierarchies,
    arrange: async () => ({
      path: '/hierarchies',
      create: { name: 'Lighting', slug: `lighting-${next()}`, locales: { 'fr-FR': { name: 'Éclairage' } } },
      change: { description: 'Lamps and shades' },
    }),
  },
  {
    resource: nodes,
    arrange: async (client) => {
      const path = `/hierarchies/${(await makeOne(client, hierarchies)).id}/nodes`
      const parent = await post(client, nodes, path, { name: 'Lamps' })
      return {
        path,
        create: { name: 'Desk lamps', slug: `desk-${next()}`, parent_id: parent.id, sort_order: 2 },
        change: { parent_id: null, description: 'For desks', locales: { fr: { description: 'De bureau' } } },
      }
    },
  },
  {
    resource: pricebooks,
    arrange: async () => ({
      path: '/pricebooks',
      create: { name: 'Retail' },
      change: { description: 'What everybody pays', external_ref: 'erp-1' },
    }),
  },
  {
    resource: productPrices,
    arrange: async (client) => ({
      path: `/pricebooks/${(await makeOne(client, pricebooks)).id}/prices`,
      create: {
        sku: `LAMP-${next()}`,
        currencies: { USD: { amount: 4900, tiers: [{ minimum_quantity: 5, amount: 4500 }] } },
        valid_from: '2026-01-01T00:00:00+01:00',
      },
      change: { valid_to: '2027-01-01T00:00:00.000Z' },
    }),
  },
  {
    resource: priceModifiers,
    arrange: async (client) => ({
      path: `/pricebooks/${(await makeOne(client, pricebooks)).id}/modifiers`,
      create: { name: `linen-${next()}`, modifier_type: 'price_increment', currencies: { USD: { amount: 500 } } },
      change: { modifier_type: 'price_equals', currencies: { EUR: { amount: 5900 } } },
    }),
  },
  {
    resource: catalogs,
    arrange: async (client) => ({
      path: '/catalogs',
      create: {
        name: 'Spring',
        hierarchy_ids: [(await makeOne(client, hierarchies)).id],
        pricebooks: [{ id: (await makeOne(client, pricebooks)).id, priority: 1 }],
      },
      change: { pricebooks: [], pricebook_id: (await makeOne(client, pricebooks)).id, locale: 'en-GB' },
    }),
  },
  {
    resource: catalogRules,
    arrange: async (client) => ({
      path: '/catalogs/rules',
      create: {
        name: 'Trade prices',
        catalog_id: (await makeOne(client, catalogs)).id,
        accounts: [UNKNOWN_ID],
        channels: ['app'],
        schedules: [{ valid_from: '2026-01-01T00:00:00Z', valid_to: '2027-01-01T00:00:00Z' }],
      },
      change: { priority: -3, tags: ['trade'], schedules: [] },
    }),
  },
]

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

const address = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  city: 'Portland',
  region: 'OR',
  postcode: '97205',
  country: 'US',
}

export function sampleOf(resource: AnyResource) {
  const sample = samples.find((one) => one.resource === resource)
  if (sample === undefined) throw new Error(`No sample of ${resource.singular}.`)
  return sample
}

/** Creates a resource and returns its creation response. */
export async function makeOne(client: Client, resource: AnyResource, more: Record<string, unknown> = {}) {
  const { path, create } = await sampleOf(resource).arrange(client)
  return post(client, resource, path, { ...create, ...more })
}

export function bodyOf({ type, frame }: AnyResource, attributes: Record<string, unknown>) {
  return { data: { type, ...(frame === 'flat' ? attributes : { attributes }) } }
}

function makeAccount(client: Client) {
  return post(client, accounts, '/accounts', { name: 'Marsh Group' })
}

async function post(client: Client, resource: AnyResource, path: string, attributes: Record<string, unknown>) {
  const { status, body } = await client.post(`/v2${path}`, bodyOf(resource, attributes))
  if (status !== 201) throw new Error(`No ${resource.singular} was created: ${status} ${JSON.stringify(body)}`)
  return body.data as { id: string; links: { self: string }; [member: string]: unknown }
}

let made = 0

/** Makes the next samples the same in every run. */
export function restartNumbers(): void {
  made = 0
}

function next(): number {
  made += 1
  return made
}

/** Excludes the default currency of a store. */
const codes = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD')

function nextCode(): string | undefined {
  return codes[next() % codes.length]
}
