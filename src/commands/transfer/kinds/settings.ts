import type { Item, Kind } from '../../../client/transfer/kind.ts'
import { customApis } from '../../../store/custom-apis/custom-api.ts'
import { kindOf } from '../plain.ts'

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

export const customEntries: Kind = {
  name: 'custom-entries',
  path: '/settings/extensions/custom-apis/:custom_api_id/entries',
  owner: kindOf(customApis),
  type: undefined,
  frame: 'flat',
  order: 'created',
  match: [],
  leaf: true,
  // An unset field is null in responses even if requests must not send null.
  strip: withoutNulls,
}

function withoutNulls(item: Item): Item {
  const set = Object.entries(item).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(set), id: item.id }
}
