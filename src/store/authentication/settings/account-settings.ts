import { HOLDER_TOKEN_LIFETIME_SECONDS } from '../../../access/tokens/holder-token.ts'
import type { Database } from '../../../db/database.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { lockOne } from '../../kit/operations.ts'
import { defineResource } from '../../kit/resource.ts'
import { findOrInsert } from '../../kit/singleton.ts'
import { type RowOf, selectRow } from '../../kit/store.ts'
import { choice, flag, integer } from '../../kit/values/attribute.ts'
import type { Work } from '../../kit/work.ts'

/** Login of account members, and the effects of their creation. A store has one row, whose id is the store's. */
export const accountSettings = defineResource({
  type: 'account_authentication_settings',
  singular: 'account authentication settings',
  plural: 'account authentication settings',
  tag: 'Authentication realms',
  area: 'settings',
  table: 'account_authentication_settings',
  path: '/settings/account-authentication',
  pathOfRow: () => '/settings/account-authentication',
  event: null,
  attributes: {
    enable_self_signup: flag(
      { description: 'Whether people may register as account members by themselves, with a username and a password.' },
      { initial: false },
    ),
    auto_create_account_for_account_members: flag(
      { description: 'Whether a new account member gets an account of the same name, and a membership of it.' },
      { initial: false },
    ),
    account_member_self_management: choice(
      ['disabled', 'update_only'],
      {
        description:
          'Whether members may change their own user and the names of their account (`update_only`), or only sellers.',
      },
      { initial: 'disabled' },
    ),
    account_management_authentication_token_timeout_secs: integer(
      {
        minimum: 1,
        maximum: HOLDER_TOKEN_LIFETIME_SECONDS,
        description: 'Lifetime of new tokens of members, in seconds; at most a day.',
      },
      { initial: HOLDER_TOKEN_LIFETIME_SECONDS },
    ),
  },
})

export type AccountSettings = RowOf<typeof accountSettings>

/** Undefined for a store that never changed its settings. */
export function findAccountSettings(work: Work): Promise<AccountSettings | undefined> {
  return selectRow(work.tx, accountSettings, { owner_id: ownerId(work.owner) })
}

/** True if people may register as account members of the store. */
export async function allowsMemberSignup(db: Database, store_id: string): Promise<boolean> {
  return (await selectRow(db, accountSettings, { owner_id: store_id }))?.enable_self_signup === true
}

/** True if account members of the store may change their own user and the names of their account. */
export async function allowsSelfManagement(db: Database, store_id: string): Promise<boolean> {
  const settings = await selectRow(db, accountSettings, { owner_id: store_id })
  return settings?.account_member_self_management === 'update_only'
}

/** Lifetime of the tokens of the store's account members, in seconds. */
export async function accountTokenLifetime(db: Database, store_id: string): Promise<number> {
  const settings = await selectRow(db, accountSettings, { owner_id: store_id })
  return settings?.account_management_authentication_token_timeout_secs ?? HOLDER_TOKEN_LIFETIME_SECONDS
}

/** Returns the settings; creates them if the store never changed them. */
export function readAccountSettings(work: Work): Promise<AccountSettings> {
  return findOrInsert(work, accountSettings, {}, { id: ownerId(work.owner) })
}

/** Returns the settings, locked until the transaction ends. */
export async function lockAccountSettings(work: Work): Promise<AccountSettings> {
  await readAccountSettings(work)
  return lockOne(work, accountSettings, {}, 'no key update')
}
