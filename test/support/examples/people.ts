import type { TourContext } from './context.ts'

/** Appears in the document. */
const PASSWORD = 'correct-horse-battery-staple'

export const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  city: 'Portland',
  region: 'OR',
  postcode: '97205',
  country: 'US',
}

export type Buyers = { customer_id: string; customer_token: string; account_id: string }

/** A customer with a password, and a company whose member logs in. */
export async function showPeople(context: TourContext): Promise<Buyers> {
  const customer = await showCustomers(context)
  const account_id = await showAccounts(context)
  return { ...customer, account_id }
}

async function showCustomers({ seller, shopper, read }: TourContext) {
  const customer = await seller('CreateCustomer', {
    data: { type: 'customer', name: 'Ada Marsh', email: 'ada.marsh@example.com', password: PASSWORD },
  })
  await seller('UpdateCustomer', { data: { type: 'customer', external_ref: 'crm-2041', segments: ['newsletter'] } })
  await seller('CreateCustomerAddress', { data: { type: 'address', name: 'Home', ...ADDRESS } })
  await seller('UpdateCustomerAddress', { data: { type: 'address', instructions: 'Ring twice.' } })
  const token = await shopper('CreateCustomerToken', {
    data: { type: 'token', email: 'ada.marsh@example.com', password: PASSWORD },
  })
  await read('/v2/customers')
  return { customer_id: customer.data.id as string, customer_token: token.data.token as string }
}

async function showAccounts(context: TourContext): Promise<string> {
  const { seller, read } = context
  const account = await seller('CreateAccount', {
    data: { type: 'account', name: 'Marsh Interiors', legal_name: 'Marsh Interiors LLC', external_ref: 'crm-77' },
  })
  await seller('UpdateAccount', { data: { type: 'account', registration_id: 'OR-118-204' } })
  const office = { ...ADDRESS, company_name: 'Marsh Interiors LLC', line_1: '7 Harbor Way' }
  await seller('CreateAccountAddress', { data: { type: 'address', name: 'Office', ...office } })
  await seller('UpdateAccountAddress', { data: { type: 'address', phone_number: '+1 503 555 0142' } })
  const user_authentication_info_id = await showRealms(context)
  const member = await seller('CreateAccountMember', {
    data: { type: 'account_member', name: 'Ben Marsh', email: 'ben.marsh@example.com' },
  })
  await seller('UpdateAccountMember', { data: { type: 'account_member', user_authentication_info_id } })
  await seller('ListUnassignedAccountMembers')
  await seller('ListUnassignedMembersOfAccount')
  await seller('CreateAccountMembership', { data: { type: 'account_membership', account_member_id: member.data.id } })
  await seller('UpdateAccountMembership', { data: { type: 'account_membership', role: 'buyer' } })
  await showLogin(context)
  for (const under of ['/v2/account', '/v2/authentication-realms']) await read(under)
  return account.data.id
}

async function showRealms({ seller }: TourContext): Promise<string> {
  await seller('CreateAuthenticationRealm', { data: { type: 'authentication_realm', name: 'Business buyers' } })
  await seller('UpdateAuthenticationRealm', {
    data: { type: 'authentication_realm', duplicate_email_policy: 'unallowed' },
  })
  const profile = await seller('CreatePasswordProfile', {
    data: { type: 'password_profile', name: 'Email and password', username_format: 'email' },
  })
  await seller('UpdatePasswordProfile', { data: { type: 'password_profile', enable_one_time_password_token: true } })
  const user = await seller('CreateUserAuthenticationInfo', {
    data: { type: 'user_authentication_info', name: 'Ben Marsh', email: 'ben@example.com' },
  })
  await seller('UpdateUserAuthenticationInfo', {
    data: { type: 'user_authentication_info', email: 'ben.marsh@example.com' },
  })
  await seller('CreateUserAuthenticationPasswordProfileInfo', {
    data: {
      type: 'user_authentication_password_profile_info',
      password_profile_id: profile.data.id,
      username: 'ben.marsh@example.com',
    },
  })
  await seller('UpdateUserAuthenticationPasswordProfileInfo', {
    data: { type: 'user_authentication_password_profile_info', password: PASSWORD },
  })
  return user.data.id
}

async function showLogin({ seller, shopper, aside }: TourContext): Promise<void> {
  await seller('UpdateCustomerAuthenticationSettings', { data: { type: 'customer_authentication_settings' } })
  await seller('UpdateAccountAuthenticationSettings', {
    data: { type: 'account_authentication_settings', account_management_authentication_token_timeout_secs: 3600 },
  })
  const realms = await aside.get('/v2/authentication-realms?filter=eq(name,"Business buyers")')
  const profiles = await aside.get(`/v2/authentication-realms/${realms.body.data[0].id}/password-profiles`)
  const username = 'ben.marsh@example.com'
  await shopper('CreateOneTimePasswordTokenRequest', {
    data: { type: 'one_time_password_token_request', username, purpose: 'reset_password' },
  })
  await shopper('CreateAccountMemberToken', {
    data: {
      type: 'account_management_authentication_token',
      authentication_mechanism: 'password',
      password_profile_id: profiles.body.data[0].id,
      username,
      password: PASSWORD,
    },
  })
}
