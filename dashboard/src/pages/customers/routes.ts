import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import type { PageRoute } from '../../page-route.ts'

const realms = () => import('../../resources/realms.ts')
const memberships = () => import('../../resources/account-memberships.tsx')
const USERS = 'realms/{authentication_realm_id}/users'

export const customerRoutes: readonly PageRoute[] = [
  ...resourceRoutes('customers', 'customer_id', async () => (await import('./customer.tsx')).customer),
  ...resourceRoutes(
    'customers/{customer_id}/addresses',
    'address_id',
    async () => (await import('../../resources/customer-addresses.ts')).customerAddresses,
  ),
  ...resourceRoutes('accounts', 'account_id', async () => (await import('./account.tsx')).account),
  ...resourceRoutes(
    'accounts/{account_id}/addresses',
    'address_id',
    async () => (await import('../../resources/account-addresses.ts')).accountAddresses,
  ),
  ...resourceRoutes(
    'accounts/{account_id}/members',
    'account_membership_id',
    async () => (await memberships()).accountMemberships,
  ),
  ...resourceRoutes(
    'members',
    'account_member_id',
    async () => (await import('../../resources/account-members.ts')).accountMembers,
  ),
  ...resourceRoutes(
    'members/{account_member_id}/memberships',
    'account_membership_id',
    async () => (await memberships()).membershipsOfMember,
  ),
  ...resourceRoutes('realms', 'authentication_realm_id', async () => (await realms()).realms),
  ...resourceRoutes(
    'realms/{authentication_realm_id}/password-profiles',
    'password_profile_id',
    async () => (await realms()).passwordProfiles,
  ),
  ...resourceRoutes(USERS, 'user_authentication_info_id', async () => (await realms()).realmUsers),
  ...resourceRoutes(
    `${USERS}/{user_authentication_info_id}/passwords`,
    'user_authentication_password_profile_info_id',
    async () => (await realms()).userPasswords,
  ),
]
