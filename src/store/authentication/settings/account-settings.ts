import { ownerId } from '../../../kernel/owner.ts'
import { choice, flag, integer } from '../../kit/attribute.ts'
import { defineResource } from '../../kit/resource.ts'
import { insert } from '../../kit/rows.ts'
import { lockRow, type RowOf, selectRow } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'

const KEPT = 'Kept for clients; the store does not read it.'

/** How account members log in, and what follows when one is created. A store has one; its id is the store's. */
export const accountSettings = defineResource({
  type: 'account_authentication_settings',
  singular: 'account authentication settings',
  plural: 'account authentication settings',
  tag: 'Authentication realms',
  table: 'account_authentication_settings',
  path: '/settings/account-authentication',
  pathOfRow: () => '/settings/account-authentication',
  event: null,
  attributes: {
    enable_self_signup: flag({ description: `Whether people may register themselves. ${KEPT}` }, { initial: false }),
    auto_create_account_for_account_members: flag(
      { description: 'Whether a new account member gets an account of the same name, and a membership of it.' },
      { initial: false },
    ),
    account_member_self_management: choice(
      ['disabled', 'update_only'],
      { description: `Whether members may change their own user. ${KEPT}` },
      { initial: 'disabled' },
    ),
    account_management_authentication_token_timeout_secs: integer(
      { minimum: 1, maximum: 31_536_000, description: `How long tokens of members last. ${KEPT} They last a day.` },
      { initial: 86_400 },
    ),
  },
})

export type AccountSettings = RowOf<typeof accountSettings>

/** Undefined for a store that never changed them. */
export function findAccountSettings(work: Work): Promise<AccountSettings | undefined> {
  return selectRow(work.tx, accountSettings, { owner_id: ownerId(work.owner) })
}

/** The settings, locked until the transaction ends; creates those of a store that never changed them. */
export async function lockAccountSettings(work: Work): Promise<AccountSettings> {
  const found = await lockRow(work.tx, accountSettings, { owner_id: ownerId(work.owner) }, 'no key update')
  return found ?? insert(work, accountSettings, { id: ownerId(work.owner) })
}
