import { integrationTypes } from '../../../../integrations/kinds/kinds.ts'
import { splitSecrets } from '../../../../integrations/rules/configuration.ts'
import { isObject } from '../../../../kernel/json/json.ts'
import type { Item, Kind, Members } from '../kind.ts'

export const currencies: Kind = {
  name: 'currencies',
  path: '/currencies',
  type: 'currency',
  frame: 'flat',
  // The default first: another one cannot lose that by itself.
  order: { sort: '-default,code' },
  match: ['code'],
}

export const taxClasses: Kind = {
  name: 'tax-classes',
  path: '/taxes/classes',
  type: 'tax_class',
  frame: 'flat',
  // The first one becomes the default.
  order: { sort: '-default,code' },
  match: ['code'],
}

export const taxZones: Kind = {
  name: 'tax-zones',
  path: '/taxes/zones',
  type: 'tax_zone',
  frame: 'flat',
  order: 'created',
  match: ['name'],
}

export const taxRates: Kind = {
  name: 'tax-rates',
  path: '/taxes/rates',
  type: 'tax_rate',
  frame: 'flat',
  order: 'created',
  match: ['tax_class_id', 'tax_zone_id', 'code', 'valid_from'],
  leaf: true,
}

export const shippingOptions: Kind = {
  name: 'shipping-options',
  path: '/shipping-options',
  type: 'shipping_option',
  frame: 'flat',
  // Of those with the same priority the oldest is offered first.
  order: 'created',
  match: ['code'],
}

export const gateways: Kind = {
  name: 'gateways',
  path: '/gateways',
  type: 'gateway',
  frame: 'flat',
  order: { sort: 'slug' },
  match: ['slug'],
  omit: ['credentials'],
  leaf: true,
  address: 'slug',
}

export const settings: Kind = {
  name: 'settings',
  path: '/settings',
  type: 'settings',
  frame: 'flat',
  order: 'created',
  match: [],
  omit: ['default_currency', 'filter_limit', 'field_limit', 'page_offset_limit'],
  leaf: true,
  address: '',
}

export const accountAuthentication: Kind = {
  name: 'account-authentication',
  path: '/settings/account-authentication',
  type: 'account_authentication_settings',
  frame: 'flat',
  order: 'created',
  match: [],
  leaf: true,
  address: '',
}

export const eventTypes: Kind = {
  name: 'event-types',
  path: '/events/types',
  type: 'event-type',
  frame: 'flat',
  order: { sort: '' },
  match: ['key'],
  omit: ['entity', 'level', 'origin', 'declared_by'],
  leaf: true,
  address: 'key',
  includes: ({ declared_by }) => declared_by === 'store',
  strip: withoutNulls,
}

export const customApis: Kind = {
  name: 'custom-apis',
  path: '/settings/extensions/custom-apis',
  type: 'custom_api',
  frame: 'flat',
  order: 'created',
  match: ['slug'],
}

export const customFields: Kind = {
  name: 'custom-fields',
  path: '/settings/extensions/custom-apis/:custom-apis/fields',
  type: 'custom_field',
  frame: 'flat',
  order: 'created',
  match: ['slug'],
  leaf: true,
}

export const customEntries: Kind = {
  name: 'custom-entries',
  path: '/settings/extensions/custom-apis/:custom-apis/entries',
  type: undefined,
  frame: 'flat',
  order: 'created',
  match: [],
  leaf: true,
  // A field that allows no null shows null until it is set.
  strip: withoutNulls,
}

/** In place of required secrets, until the owner sets them. */
const PLACEHOLDER = 'set-this-secret'

export const integrations: Kind = {
  name: 'integrations',
  path: '/integrations',
  type: 'integration',
  frame: 'flat',
  order: { key: 'name' },
  match: ['name'],
  leaf: true,
  // A copy of a store must not deliver to the receivers of the original.
  omit: ['enabled'],
  strip: withoutSecrets,
  fill: ({ configuration, integration_type }) => ({
    enabled: false,
    ...(String(integration_type).endsWith('sqs') && {
      configuration: {
        ...(configuration as Members),
        access_key_id: PLACEHOLDER,
        secret_access_key: PLACEHOLDER,
      },
    }),
  }),
}

function withoutSecrets(item: Item): Item {
  const { configuration, integration_type } = item
  const type = integrationTypes.find((known) => known === integration_type)
  if (!isObject(configuration)) return item
  // Of a type that this release does not know, any member may be a secret.
  return { ...item, configuration: type === undefined ? {} : splitSecrets(type, configuration).open }
}

function withoutNulls(item: Item): Item {
  const set = Object.entries(item).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(set), id: item.id }
}
