/** Resources of the API that files cannot declare, and why. */
type LeftOut = {
  reason: string
  /** The `type` of what can be sent there. */
  types: readonly string[]
  /** Paths of the API; those below them are left out too. */
  paths: readonly string[]
}

export const leftOut: readonly LeftOut[] = [
  {
    reason: 'it is data of shoppers, which `tidings import` and the API write.',
    types: ['customer', 'address', 'account', 'account_member', 'account_membership', 'user_authentication_info'],
    paths: [
      '/v2/customers',
      '/v2/accounts',
      '/v2/account-members',
      '/v2/authentication-realms/{authentication_realm_id}/user-authentication-info',
    ],
  },
  {
    reason: 'it is data of the assortment, which `tidings import` and the API write.',
    types: [
      'product',
      'product-price',
      'product-variation',
      'product-variation-option',
      'product-variation-modifier',
      'file',
    ],
    paths: [
      '/v2/products',
      '/v2/variations',
      '/v2/pricebooks/{pricebook_id}/prices',
      '/v2/inventories',
      '/v2/files',
      '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/products',
    ],
  },
  {
    reason: 'it is data in a resource that a custom API defines.',
    types: [],
    paths: ['/v2/extensions', '/v2/settings/extensions/custom-apis/{custom_api_id}/entries'],
  },
  {
    reason: 'it is what shoppers do.',
    types: ['cart', 'order', 'order_note', 'shipment', 'transaction'],
    paths: ['/v2/carts', '/v2/orders'],
  },
  {
    reason: 'it is who may log in, which people manage themselves and `tidings people` begins.',
    types: ['person', 'person_invitation', 'person_link', 'session'],
    paths: ['/v2/people', '/v2/sessions', '/v2/me'],
  },
  {
    reason: 'its codes are generated: create the batch through the API.',
    types: ['coupon_batch'],
    paths: ['/v2/promotions/{promotion_id}/coupon-batches'],
  },
  {
    reason: 'it is an action, not something that the store has.',
    types: ['catalog-release', 'event', 'replay', 'job-run', 'export_job'],
    paths: [
      '/v2/events',
      '/v2/jobs',
      '/v2/catalogs/{catalog_id}/releases',
      '/v2/promotions/dry-run',
      '/v2/hierarchies/{hierarchy_id}/duplicate',
      '/v2/hierarchies/{hierarchy_id}/duplicate_job',
      '/v2/integrations/{integration_id}/jobs',
      '/v2/integrations/{integration_id}/replays',
      '/v2/integrations/{integration_id}/test',
      '/v2/integrations/{integration_id}/secret',
      '/v2/integrations/test',
      '/v2/integrations/job-runs',
      '/v2/authentication-realms/{authentication_realm_id}/password-profiles/{password_profile_id}/one-time-password-token-request',
      '/oauth/access_token',
    ],
  },
  {
    reason: 'it is another way to say the `parent_id` of a node.',
    types: [],
    paths: [
      '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/children',
      '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/parent',
    ],
  },
  {
    reason: 'it is about access, which `tidings keys`, `tidings stores` and the API write.',
    types: ['key', 'store', 'organization'],
    paths: ['/v2/keys', '/v2/stores', '/v2/organizations'],
  },
  {
    reason: 'it says whom a message goes to, which is another matter in each deployment.',
    types: ['alert'],
    paths: ['/v2/alerts'],
  },
  {
    reason: 'it is part of the `settings`.',
    types: ['account_membership_setting'],
    paths: ['/v2/settings/cart', '/v2/settings/account-membership'],
  },
  {
    reason: 'it reads.',
    types: [],
    paths: ['/v2/catalog/multi-search'],
  },
  {
    reason: 'it has no member that can be changed.',
    types: ['customer_authentication_settings'],
    paths: ['/v2/settings/customer-authentication'],
  },
]

/** The reasons by type. */
export const reasons: Readonly<Record<string, string>> = Object.fromEntries(
  leftOut.flatMap(({ types, reason }) => types.map((type) => [type, reason])),
)
