import { authenticationRealms } from '../../../src/store/authentication/authentication-realm.ts'
import type { Client } from '../app.ts'
import { makeOne } from './resource-samples.ts'

/** A person who signs in with a password profile, and the addresses of the resources. */
export type Person = {
  user_id: string
  username: string
  password_profile_id: string
  sign_in: string
  /** Address for requesting one-time passwords. */
  request: string
  user: string
}

let people = 0

export async function makePerson(seller: Client, password?: string): Promise<Person> {
  people += 1
  const { id: realm } = await makeOne(seller, authenticationRealms)
  const at = `/v2/authentication-realms/${realm}`
  const make = async (path: string, data: object): Promise<string> => {
    const { status, body } = await seller.post(path, { data })
    if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`)
    return body.data.id
  }
  const profile = { type: 'password_profile', name: 'Codes', enable_one_time_password_token: true }
  const password_profile_id = await make(`${at}/password-profiles`, profile)
  const email = `person-${people}@example.com`
  const user_id = await make(`${at}/user-authentication-info`, {
    type: 'user_authentication_info',
    name: 'Ada Marsh',
    email,
  })
  const user = `${at}/user-authentication-info/${user_id}`
  const type = 'user_authentication_password_profile_info'
  const list = `${user}/user-authentication-password-profile-info`
  const sign_in = `${list}/${await make(list, { type, password_profile_id, username: email, password })}`
  const request = `${at}/password-profiles/${password_profile_id}/one-time-password-token-request`
  return { user_id, username: email, password_profile_id, sign_in, request, user }
}

/** Creates an account member who logs in as the person. */
export async function makeMember(seller: Client, { user_id, username: email }: Person): Promise<string> {
  const data = { type: 'account_member', name: 'Ada Marsh', email, user_authentication_info_id: user_id }
  return (await seller.post('/v2/account-members', { data })).body.data.id
}

/** Creates an account with the member in it; returns the account's id and the membership's address. */
export async function join(seller: Client, account_member_id: string, name = 'Marsh Interiors') {
  const account = (await seller.post('/v2/accounts', { data: { type: 'account', name } })).body.data.id as string
  const data = { type: 'account_membership', account_member_id }
  const { body } = await seller.post(`/v2/accounts/${account}/account-memberships`, { data })
  return { account, membership: `/v2/accounts/${account}/account-memberships/${body.data.id}` }
}
