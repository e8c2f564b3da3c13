import { scopeOfStore } from '../../../src/access/store.ts'
import type { Database } from '../../../src/db/database.ts'
import { eventually } from '../app.ts'
import { tokenFor } from '../storefront/hypermedia.ts'
import { type Actor, neighborsOf, strangersOf } from './actors.ts'
import type { Findings } from './findings.ts'
import { gainsIn, marketOf } from './gains.ts'
import { ask, type Secrets } from './judge.ts'
import { populate, populateNeighbors } from './populate.ts'
import type { Ground, Population } from './population.ts'
import { pathWith, type Recording, valuesFor } from './recording.ts'
import { addedRows, changedRows, emptyTables, type Rows, rowsOf } from './rows.ts'
import { type Addresses, storefrontToken, walkStorefront } from './storefront.ts'
import { tryApi, withinReach } from './try-api.ts'
import { tryStorefront } from './try-storefront.ts'

/** `short` skips less privileged actors, and the resources of the organization itself. */
export type Form = 'short' | 'whole'

export type Field = Ground & { db: Database }

type Scene = {
  field: Field
  form: Form
  findings: Findings
  victim: Population
  intruder: Population
  scopes: { victim: string; intruder: string }
  addresses: Addresses
  secrets: Secrets
  /** Values that a neighbor in the same store must not learn. */
  private_secrets: Secrets
}

/** Lets two populated tenants, and two shoppers of one of them, attack each other through every operation. */
export async function runMatrix(field: Field, form: Form): Promise<Findings> {
  const { contract, db } = field
  const [victim, intruder] = await Promise.all([populate(field), populate(field)])
  await expectReadable(field, victim)
  const scopes = { victim: await scopeOf(db, victim), intruder: await scopeOf(db, intruder) }
  const addresses = await walkStorefront(field.app.origin, victim, scopes.victim)
  const before = await rowsAtRest(db, victim)
  expectPopulated(before)
  const others = await rowsOf(db, intruder.tenant)
  const secrets = { ...secretsOf(before, others, victim), addresses }
  const scene = { field, form, findings: noFindings(contract.operations.length), victim, intruder, scopes, ...secrets }
  await letStrangersTry(scene)
  const after = await rowsOf(db, victim.tenant)
  scene.findings.changed.push(...changedRows(before, after), ...addedRows(before, after))
  await letNeighborsTry(scene, after)
  return scene.findings
}

function noFindings(operations: number): Findings {
  return { operations, requests: 0, read: [], changed: [], distinguished: [], shopper_gains: [] }
}

async function letStrangersTry(scene: Scene): Promise<void> {
  const { field, form, findings, victim, intruder, scopes, addresses, secrets } = scene
  const actors = strangersOf(intruder, victim).slice(0, form === 'short' ? 2 : undefined)
  for (const actor of actors) {
    await tryAs(scene, { actor, target: victim.store, secrets })
    if (form === 'whole') await tryAs(scene, { actor, target: victim.organization, secrets })
  }
  const { origin } = field.app
  const token = await storefrontToken(origin, scopes.intruder, intruder.customer)
  const visitor = { name: "another store's customer", token, scopes: { [scopes.victim]: `${scopes.victim}0` } }
  await tryStorefront(findings, { origin, visitor, addresses, secrets })
}

async function letNeighborsTry(scene: Scene, before: Rows): Promise<void> {
  const { field, form, findings, victim, scopes, addresses, private_secrets: secrets } = scene
  const { origin } = field.app
  const neighbor = await populateNeighbors(field, victim)
  const calm = await rowsAtRest(field.db, victim)
  const target = withHiddenCart(victim)
  for (const actor of (await neighborsOf(field, victim, neighbor)).slice(0, form === 'short' ? 2 : undefined))
    await tryAs(scene, { actor, target, secrets, but: BY_RIGHT })
  const anonymous = (await tokenFor(origin, { role: 'PUBLIC', scope: scopes.victim })).body.access_token
  const tokens = {
    'a new shopper': anonymous,
    'another customer': await storefrontToken(origin, scopes.victim, neighbor.customer),
  }
  for (const [name, token] of Object.entries(tokens))
    await tryStorefront(findings, { origin, visitor: { name, token, scopes: {} }, addresses, secrets })
  // The neighbor may change its own resources.
  const rows = await rowsOf(field.db, victim.tenant)
  const was = (row: string) => before.tables.get(row.split(' ')[0] ?? '')?.has(row.slice(row.indexOf(' ') + 1)) === true
  findings.changed.push(...changedRows(calm, rows).filter(was))
  findings.shopper_gains.push(...(await gainsIn(marketOf(victim, neighbor))))
  const sold = await rowsOf(field.db, victim.tenant)
  const by_shoppers = changedRows(rows, sold).filter((row) => OF_SELLERS.has(row.split(' ')[0] ?? ''))
  findings.shopper_gains.push(...by_shoppers.map((row) => `${row} was changed by a shopper`))
}

type As = { actor: Actor; target: Recording; secrets: Secrets; but?: ReadonlySet<string> }

async function tryAs({ field, findings, victim }: Scene, { actor, target, secrets, but }: As): Promise<void> {
  const { app, contract } = field
  // Within a store, a coupon's code may be used by all shoppers who know it.
  const names = but === undefined ? victim.names : victim.names.filter((name) => name !== victim.sold.coupon)
  const markers = Object.values(victim.markers)
  const sides = { target, own: actor.own, ids: secrets.ids, names, markers, swapped: new Map() }
  const tried = contract.operations.filter(({ operationId }) => but?.has(operationId) !== true)
  // An organization has only some kinds of resources.
  const operations = target === victim.organization ? withinReach(tried, { target }) : tried
  await tryApi(findings, { origin: app.origin, contract, operations, actor, secrets, sides })
}

/** Not attacks within a store: knowing the password permits a log-in, and a code may be sent to any owner. */
const BY_RIGHT = new Set([
  'CreateCustomerToken',
  'CreateAccountMemberToken',
  'CreateOneTimePasswordTokenRequest',
  'CreateAccessToken',
])

/** Tables that define prices, taxes, availability and permissions. */
const OF_SELLERS = new Set([
  ...['product_prices', 'pricebooks', 'price_modifiers', 'products', 'catalogs', 'catalog_rules', 'release_products'],
  ...['tax_classes', 'tax_zones', 'tax_rates', 'shipping_options', 'promotions', 'coupons', 'currencies', 'settings'],
  ...['gateways', 'api_keys', 'integrations', 'accounts', 'account_members', 'account_memberships', 'stores'],
])

/** A cart of the store API is open to all who know its id, but a storefront cart belongs to its shopper. */
function withHiddenCart({ store, sold, customer }: Population): Recording {
  const hidden = `sf.${customer.id}.1`
  const places = [...store.places].map(
    ([place, values]) => [place, values.map((value) => (value === sold.cart_id ? hidden : value))] as const,
  )
  const bodies = [...store.bodies].map(
    ([name, body]) => [name, JSON.parse(JSON.stringify(body).replaceAll(sold.cart_id, hidden))] as const,
  )
  return { places: new Map(places), bodies: new Map(bodies) }
}

/** Checks that the seller can read all ids, because unknown ids would prove nothing. */
async function expectReadable({ app, contract }: Field, { tenant, store }: Population): Promise<void> {
  for (const { method, path, operationId, access, permission } of contract.operations) {
    const values = valuesFor(store, path)
    // Keys cannot read a person's own access, and tenants have no permissions in the deployment.
    if (access === 'person' || permission?.startsWith('deployment:')) continue
    // An endless stream without an owner in its address; test/journeys/delivery-stream.test.ts checks who sees which
    // events.
    if (operationId === 'StreamDeliveries') continue
    // Only the API describes a private file.
    if (method !== 'GET' || 'missing' in values || path.startsWith('/files/')) continue
    const at = pathWith(path, values)
    const { status, text } = await ask(app.origin, tenant.seller.token, { method, path: at })
    if (status >= 400)
      throw new Error(`${operationId} at ${at} returned ${status} to its own seller: ${text.slice(0, 300)}`)
  }
}

/** Tables that are often empty for a tenant, or filled only by demos. */
const MAY_BE_EMPTY = new Set([
  ...[
    'demo_parts',
    'integration_states',
    'filtered_events',
    'delivery_rates',
    'one_time_password_requests',
    'release_remains',
    'custom_entry_keys',
    'custom_api_removals',
    // Filled once a file is changed or deleted.
    'file_revisions',
    // Filled while a stream is open.
    'delivery_streams',
    // Filled minutes later, when orders are counted.
    'bought_together',
    'counted_orders',
    'counted_stores',
  ],
])

function expectPopulated(rows: Rows): void {
  const empty = emptyTables(rows).filter((table) => !MAY_BE_EMPTY.has(table))
  if (empty.length > 0) throw new Error(`The population has no row of ${empty.join(', ')}.`)
}

/** The tenant's rows once they stop changing. */
async function rowsAtRest(db: Database, { tenant }: Population): Promise<Rows> {
  let last = await rowsOf(db, tenant)
  const isSame = (rows: Rows) => changedRows(last, rows).length + changedRows(rows, last).length === 0
  return eventually(
    async () => {
      const rows = await rowsOf(db, tenant)
      const at_rest = isSame(rows)
      last = rows
      return { rows, at_rest }
    },
    ({ at_rest }) => at_rest,
  ).then(({ rows }) => rows)
}

async function scopeOf(db: Database, { tenant }: Population): Promise<string> {
  return (await scopeOfStore(db, tenant.store_id)) ?? ''
}

function secretsOf(rows: Rows, others: Rows, { markers }: Population) {
  const ids = new Set([...rows.ids].filter((id) => !others.ids.has(id)))
  const hidden = new Set([...ids].filter((id) => !rows.shown_ids.has(id)))
  const said = new Set<string>()
  return {
    secrets: { ids, markers: [markers.hidden, markers.shown], said },
    private_secrets: { ids: hidden, markers: [markers.hidden], said },
  }
}
