import type { Passwords } from '../../../access/passwords/passwords.ts'
import { accountMembers } from '../../../store/account-members/account-member.ts'
import { accountMemberships } from '../../../store/account-memberships/account-membership.ts'
import { accounts } from '../../../store/accounts/account.ts'
import { accountAddresses, customerAddresses } from '../../../store/addresses/address.ts'
import { authenticationRealms } from '../../../store/authentication/authentication-realm.ts'
import { passwordProfiles } from '../../../store/authentication/password-profile.ts'
import { passwordProfileInfo } from '../../../store/authentication/password-profile-info.ts'
import { userAuthenticationInfo } from '../../../store/authentication/user-authentication-info.ts'
import { customers } from '../../../store/customers/customer.ts'
import type { Work } from '../../../store/kit/work.ts'
import people from './data/people.json' with { type: 'json' }
import { create, ensure } from './ensure.ts'

/**
 * Loads customers with addresses, and an account with members; all of them log in with the password of the demo. Its hash
 * is computed once, before the transaction, because that is slow.
 */
export async function preparePeople(passwords: Passwords): Promise<(work: Work) => Promise<void>> {
  const password_hash = await passwords.hash({ owner_id: 'demo', purpose: 'change' }, people.password)
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
  const { id: authentication_realm_id } = await create(work, authenticationRealms, { name: 'Account members' })
  const profile = { authentication_realm_id, name: 'Email and password', username_format: 'email' }
  const { id: password_profile_id } = await create(work, passwordProfiles, profile)
  for (const { name, email, role } of people.members) {
    const inRealm = { authentication_realm_id, name, email }
    const { id: user_authentication_info_id } = await create(work, userAuthenticationInfo, inRealm)
    const user = { authentication_realm_id, user_authentication_info_id }
    await create(work, passwordProfileInfo, { ...user, password_profile_id, username: email, password_hash })
    const { id } = await ensure(work, accountMembers, { email }, { name, user_authentication_info_id })
    await create(work, accountMemberships, { account_id, account_member_id: id, role })
  }
}
