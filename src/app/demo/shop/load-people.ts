import { hashPassword } from '../../../access/passwords/passwords.ts'
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
import { ensure, make } from './ensure.ts'

/**
 * Customers with addresses, and an account with members who can log in; all of them with the password of the demo. Its
 * hash takes long and is made before the work, for all of them at once.
 */
export async function readyPeople(): Promise<(work: Work) => Promise<void>> {
  const password_hash = await hashPassword({ owner_id: 'demo', purpose: 'change' }, people.password)
  return async (work) => {
    await loadCustomers(work, password_hash)
    await loadAccount(work, password_hash)
  }
}

async function loadCustomers(work: Work, password_hash: string): Promise<void> {
  for (const { email, name, addresses } of people.customers) {
    const { id: customer_id, made } = await ensure(work, customers, { email }, { name, password_hash })
    if (!made) continue
    for (const address of addresses) await make(work, customerAddresses, { ...address, customer_id })
  }
}

async function loadAccount(work: Work, password_hash: string): Promise<void> {
  const { id: account_id } = await make(work, accounts, people.account)
  for (const address of people.account_addresses) await make(work, accountAddresses, { ...address, account_id })
  const { id: authentication_realm_id } = await make(work, authenticationRealms, { name: 'Account members' })
  const profile = { authentication_realm_id, name: 'Email and password', username_format: 'email' }
  const { id: password_profile_id } = await make(work, passwordProfiles, profile)
  for (const { name, email, role } of people.members) {
    const inRealm = { authentication_realm_id, name, email }
    const { id: user_authentication_info_id } = await make(work, userAuthenticationInfo, inRealm)
    const user = { authentication_realm_id, user_authentication_info_id }
    await make(work, passwordProfileInfo, { ...user, password_profile_id, username: email, password_hash })
    const { id } = await ensure(work, accountMembers, { email }, { name, user_authentication_info_id })
    await make(work, accountMemberships, { account_id, account_member_id: id, role })
  }
}
