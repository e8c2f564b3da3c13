import type { Passwords } from '../../../access/passwords/passwords.ts'
import { accountMemberships } from '../../../store/account-memberships/account-membership.ts'
import { accounts } from '../../../store/accounts/account.ts'
import { accountAddresses, customerAddresses } from '../../../store/addresses/address.ts'
import { passwordProfiles } from '../../../store/authentication/password-profile.ts'
import { passwordProfileInfo } from '../../../store/authentication/password-profile-info.ts'
import { realmOf } from '../../../store/authentication/realms-of-store.ts'
import { userAuthenticationInfo } from '../../../store/authentication/user-authentication-info.ts'
import { customers } from '../../../store/customers/customer.ts'
import type { Work } from '../../../store/kit/work.ts'
import people from './data/people.json' with { type: 'json' }
import { create, ensure } from './ensure.ts'

/**
 * Loads customers with addresses, and an account with members, who all log in with the demo password. Its hash is
 * computed once, before the transaction, because that is slow.
 */
export async function preparePeople(passwords: Passwords): Promise<(work: Work) => Promise<void>> {
  const password_hash = await passwords.hash({ owner_id: 'demo' }, people.password)
  return async (work) => {
    await loadCustomers(work, password_hash)
    await loadAccount(work, password_hash)
  }
}

async function loadCustomers(work: Work, password_hash: string): Promise<void> {
  for (const { email, name, addresses } of people.customers) {
    const { id: customer_id, isNew } = await ensure(work, customers, { email }, { name, password_hash })
    if (!isNew) continue
    for (const address of addresses) await create(work, customerAddresses, { ...address, customer_id })
  }
}

async function loadAccount(work: Work, password_hash: string): Promise<void> {
  const { id: account_id } = await create(work, accounts, people.account)
  for (const address of people.account_addresses) await create(work, accountAddresses, { ...address, account_id })
  const { id: authentication_realm_id } = await realmOf(work, 'account')
  const profile = { authentication_realm_id, name: 'Email and password', username_format: 'email' }
  const { id: password_profile_id } = await create(work, passwordProfiles, profile)
  for (const { name, email, role } of people.members) {
    const { id } = await ensure(work, userAuthenticationInfo, { authentication_realm_id, email }, { name })
    const user = { authentication_realm_id, user_authentication_info_id: id }
    await create(work, passwordProfileInfo, { ...user, password_profile_id, username: email, password_hash })
    await create(work, accountMemberships, { account_id, account_member_id: id, role })
  }
}
