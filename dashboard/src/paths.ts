/** All addresses of the dashboard; a test rejects addresses written elsewhere. Ids need no escaping. */

/** Query parameters of an address. */
type Query = Record<string, string | undefined>

type Owner = { level: 's' | 'o'; id: string }

const query = (parts: Query) => {
  const pairs = Object.entries(parts).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Pages that belong to no store. */
export const paths = {
  start: () => '/',
  logIn: (next?: string) => `/login${query({ next })}`,
  enter: () => '/enter',
  invitation: () => '/invitation',
  passwordReset: () => '/password-reset',
  me: (part?: MePart) => `/me${part === undefined ? '' : `/${part}`}`,
  passkey: (passkey: string, part: 'name' | 'delete') => `/me/passkeys/${passkey}/${part}`,
  system: (part: 'overview' | 'workers' | 'stores' | 'database' | 'broker' = 'overview') => `/system/${part}`,
  newOrganization: () => '/system/stores/new',
}

/** Pages of a store or of the organization. */
export function pathsIn({ level, id }: Owner) {
  const base = `/${level}/${id}`
  return {
    home: () => base,
    integrations: () => `${base}/integrations`,
    newIntegration: (step?: 'type' | 'events' | 'target' | 'check' | 'done') =>
      `${base}/integrations/new${step === undefined ? '' : `/${step}`}`,
    integration: (integration: string, part?: IntegrationPart) =>
      `${base}/integrations/${integration}${part === undefined ? '' : `/${part}`}`,
    jobs: (integration: string, parts: Query = {}) => `${base}/integrations/${integration}/jobs${query(parts)}`,
    attempts: (integration: string, parts: Query = {}) => `${base}/integrations/${integration}/attempts${query(parts)}`,
    replays: (integration: string) => `${base}/integrations/${integration}/replays`,
    liveOf: (integration: string, parts: Query = {}) => `${base}/integrations/${integration}/live${query(parts)}`,
    /** Dialog over the list of jobs, whose query is kept: `action`, and `jobs` if they are listed. */
    newJobRun: (integration: string, parts: Query) => `${base}/integrations/${integration}/jobs/run${query(parts)}`,
    /** Health of an integration: beside the job of a test, or with the events missed since it was disabled. */
    integrationHealth: (integration: string, parts: { test?: string; disabled_at?: string; range?: string } = {}) =>
      `${base}/integrations/${integration}${query(parts)}`,
    job: (integration: string, job: string) => `${base}/integrations/${integration}/jobs/${job}`,
    attempt: (integration: string, job: string, attempt: string, parts: Query = {}) =>
      `${base}/integrations/${integration}/jobs/${job}/attempts/${attempt}${query(parts)}`,
    jobRuns: () => `${base}/integrations/runs`,
    jobRun: (run: string) => `${base}/integrations/runs/${run}`,
    replay: (integration: string, replay: string) => `${base}/integrations/${integration}/replays/${replay}`,
    newReplay: (integration: string, prefilled: Query = {}) =>
      `${base}/integrations/${integration}/replays/new${query(prefilled)}`,
    live: (parts: Query = {}) => `${base}/live${query(parts)}`,
    alerts: () => `${base}/alerts`,
    events: (parts: { resource?: string; key?: string; filter?: string } = {}) => `${base}/events${query(parts)}`,
    event: (event: string) => `${base}/events/${event}`,
    publish: (prefilled: { key?: string; event?: string } = {}) => `${base}/events/publish${query(prefilled)}`,
    eventTypes: () => `${base}/events/types`,
    newEventType: () => `${base}/events/types/new`,
    eventType: (key: string, part?: 'edit' | 'delete') =>
      `${base}/events/types/${key}${part === undefined ? '' : `/${part}`}`,
    orders: (parts: { filter?: string } = {}) => `${base}/orders${query(parts)}`,
    order: (order: string, part?: string) => `${base}/orders/${order}${part === undefined ? '' : `/${part}`}`,
    carts: (parts: { filter?: string } = {}) => `${base}/carts${query(parts)}`,
    cart: (cart: string, part?: string) => `${base}/carts/${cart}${part === undefined ? '' : `/${part}`}`,
    customers: () => `${base}/customers`,
    customer: (customer: string) => `${base}/customers/${customer}`,
    accounts: () => `${base}/accounts`,
    account: (account: string, part?: string) => `${base}/accounts/${account}${part === undefined ? '' : `/${part}`}`,
    members: () => `${base}/members`,
    realms: () => `${base}/realms`,
    products: () => `${base}/products`,
    product: (product: string, part?: string) => `${base}/products/${product}${part === undefined ? '' : `/${part}`}`,
    newProduct: () => `${base}/products/new`,
    createdProduct: (product: string, catalog?: string) =>
      `${base}/products/new${query({ created: product, catalog })}`,
    hierarchies: () => `${base}/hierarchies`,
    hierarchy: (hierarchy: string, part?: string) =>
      `${base}/hierarchies/${hierarchy}${part === undefined ? '' : `/${part}`}`,
    priceBooks: () => `${base}/pricebooks`,
    prices: (book: string) => `${base}/pricebooks/${book}/prices`,
    catalogs: () => `${base}/catalogs`,
    catalog: (catalog: string, part?: string) => `${base}/catalogs/${catalog}${part === undefined ? '' : `/${part}`}`,
    catalogRules: () => `${base}/catalogs/rules`,
    release: (catalog: string, release: string, part?: string) =>
      `${base}/catalogs/${catalog}/releases/${release}${part === undefined ? '' : `/${part}`}`,
    inventories: () => `${base}/inventories`,
    inventory: (product: string, part?: string) =>
      `${base}/inventories/${product}${part === undefined ? '' : `/${part}`}`,
    newInventory: () => `${base}/inventories/new`,
    promotions: () => `${base}/promotions`,
    newPromotion: (from?: string) => `${base}/promotions/new${query({ from })}`,
    promotion: (promotion: string, part?: PromotionPart) =>
      `${base}/promotions/${promotion}${part === undefined ? '' : `/${part}`}`,
    /** A coupon, the form for a new coupon, or the form for a new batch. */
    coupon: (promotion: string, coupon: string | 'new' | 'batch', part?: 'delete') =>
      `${base}/promotions/${promotion}/coupons/${coupon}${part === undefined ? '' : `/${part}`}`,
    couponBatch: (promotion: string, batch: string, part?: 'delete') =>
      `${base}/promotions/${promotion}/batches/${batch}${part === undefined ? '' : `/${part}`}`,
    /** Plain resource: its list, one row, or the form for a new row. */
    resource: (name: string, part?: string) => `${base}/${name}${part === undefined ? '' : `/${part}`}`,
    customApis: () => `${base}/custom-apis`,
    customApi: (api: string, part?: 'fields' | 'entries') =>
      `${base}/custom-apis/${api}${part === undefined ? '' : `/${part}`}`,
    files: () => `${base}/files`,
    file: (file: string, part?: string) => `${base}/files/${file}${part === undefined ? '' : `/${part}`}`,
    exports: () => `${base}/exports`,
    settings: (part?: 'reset') => `${base}/settings${part === undefined ? '' : `/${part}`}`,
    people: () => `${base}/access/people`,
    person: (person: string, part?: PersonPart) =>
      `${base}/access/people/${person}${part === undefined ? '' : `/${part}`}`,
    invite: () => `${base}/access/people/new`,
    invitations: () => `${base}/access/people/invitations`,
    revokeInvitation: (invitation: string) => `${base}/access/people/invitations/${invitation}/revoke`,
    keys: (parts: { filter?: string } = {}) => `${base}/access/keys${query(parts)}`,
    newKey: () => `${base}/access/keys/new`,
    key: (key: string, part?: 'revoke') => `${base}/access/keys/${key}${part === undefined ? '' : `/${part}`}`,
    organization: () => `${base}/access/organization`,
    renameOrganization: () => `${base}/access/organization/rename`,
    stores: () => `${base}/access/stores`,
    newStore: () => `${base}/access/stores/new`,
    renameStore: (store: string) => `${base}/access/stores/${store}/rename`,
    audit: (parts: { filter?: string; range?: string } = {}) => `${base}/access/audit${query(parts)}`,
    /** Audit entries of a resource and of its parts. */
    auditOf: (id: string) => `${base}/access/audit${query({ filter: `eq(within_id,${id})`, range: 'all' })}`,
    auditEntry: (entry: string) => `${base}/access/audit/${entry}`,
  }
}

export type IntegrationPart =
  | 'jobs'
  | 'attempts'
  | 'replays'
  | 'live'
  | 'settings'
  | 'secret'
  | 'secret/rotate'
  | 'secret/end-previous'
  | 'disable'
  | 'delete'

export type PromotionPart = 'try' | 'delete' | 'coupons' | 'usages'
export type PersonPart = 'edit' | 'password-reset' | 'end-sessions' | 'remove'
export type MePart =
  | 'name'
  | 'password'
  | 'second-factor'
  | 'second-factor/remove'
  | 'passkeys/new'
  | 'recovery-codes'
  | 'sessions/end-others'

export type Paths = ReturnType<typeof pathsIn>
