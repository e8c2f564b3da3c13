import { randomBytes } from 'node:crypto'
import { isObject } from '../../../../kernel/json/json.ts'
import type { Item, Kind } from '../kind.ts'

export const customers: Kind = {
  name: 'customers',
  path: '/customers',
  type: 'customer',
  frame: 'flat',
  order: { key: 'email' },
  match: ['email'],
  omit: ['password'],
}

const addresses = { type: 'address', frame: 'flat', order: 'created', match: [], leaf: true } as const

export const customerAddresses: Kind = {
  ...addresses,
  name: 'customer-addresses',
  path: '/customers/:customers/addresses',
}

export const realms: Kind = {
  name: 'authentication-realms',
  path: '/authentication-realms',
  type: 'authentication_realm',
  frame: 'flat',
  order: 'created',
  // Every store has a realm of its customers and one of its account members, whatever their names.
  match: ({ origin, name }) => origin ?? { name },
  unsent: ['origin'],
  strip: withOrigin,
}

function withOrigin(item: Item): Item {
  const { origin } = isObject(item.relationships) ? item.relationships : {}
  const of = isObject(origin) && isObject(origin.data) ? origin.data.type : undefined
  return { ...item, ...(of !== undefined && { origin: of }) }
}

export const passwordProfiles: Kind = {
  name: 'password-profiles',
  path: '/authentication-realms/:authentication-realms/password-profiles',
  type: 'password_profile',
  frame: 'flat',
  order: 'created',
  match: ['name'],
}

export const users: Kind = {
  name: 'users',
  path: '/authentication-realms/:authentication-realms/user-authentication-info',
  type: 'user_authentication_info',
  frame: 'flat',
  order: { key: 'email' },
  match: ['email'],
}

export const usernames: Kind = {
  name: 'usernames',
  path: '/authentication-realms/:authentication-realms/user-authentication-info/:users/user-authentication-password-profile-info',
  type: 'user_authentication_password_profile_info',
  frame: 'flat',
  order: { sort: 'username' },
  match: ['username'],
  leaf: true,
  // Most profiles require a password. It is known to no person until a seller sets another one.
  fill: () => ({ password: randomBytes(32).toString('base64url') }),
}

/** A user of the account realm is a member: its line finds the one that the user's line has created. */
export const accountMembers: Kind = {
  name: 'account-members',
  path: '/account-members',
  type: 'account_member',
  frame: 'flat',
  order: { key: 'email' },
  match: ['email'],
}

export const accounts: Kind = {
  name: 'accounts',
  path: '/accounts',
  type: 'account',
  frame: 'flat',
  order: { key: 'name' },
  match: ['name'],
  later: ['parent_id'],
}

export const accountAddresses: Kind = {
  ...addresses,
  name: 'account-addresses',
  path: '/accounts/:accounts/addresses',
}

export const accountMemberships: Kind = {
  name: 'account-memberships',
  path: '/accounts/:accounts/account-memberships',
  type: 'account_membership',
  frame: 'flat',
  order: 'created',
  match: ['account_member_id'],
  leaf: true,
}
