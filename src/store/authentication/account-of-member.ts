import { accountMemberships } from '../account-memberships/account-membership.ts'
import { accounts } from '../accounts/account.ts'
import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { findAccountSettings } from './settings/account-settings.ts'

/** Creates an account with the name of a new member, if the store's settings ask for it. */
export async function createAccountOfMember(work: Work, { id, name }: { id: string; name: string }): Promise<void> {
  const settings = await findAccountSettings(work)
  if (settings?.auto_create_account_for_account_members !== true) return
  const account = await insert(work, accounts, { name, legal_name: name } as object)
  await insert(work, accountMemberships, { account_id: account.id, account_member_id: id })
}
