import { recordPersonEvents } from '../../../../src/app/cross-module/record-person-events.ts'
import { commandLine } from '../../../../src/people/authority.ts'
import { invitePerson } from '../../../../src/people/invitations/invite.ts'
import { readContract } from '../../../../test/support/documents/contract.ts'
import { populate } from '../../../../test/support/matrix/populate.ts'
import type { Recording } from '../../../../test/support/matrix/recording.ts'
import { openAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { accept, openSession, PASSWORD, type PersonOf } from '../../../../test/support/people/people.ts'
import { openReceiver } from '../../../../test/support/servers/receiver.ts'
import { act, expectStatus, makeOrder, pay } from '../../../../test/support/store/shop.ts'
import { newWebhook, publish, retryFailed } from '../deliveries.ts'
import type { Stage } from '../stage.ts'
import { everyScreen, type Screen } from './addresses.ts'

export type Filled = {
  screens: readonly Screen[]
  /** A person who may see all screens. */
  person: PersonOf
}

/** Parameters by page, for pages and their children that need other values than the recorded ones. */
type Own = Readonly<Record<string, readonly string[]>>

/** Fills the store of the stage with one of everything, so that every page of the site map shows something. */
export async function fillForEveryScreen(stage: Stage): Promise<Filled> {
  const receiver = await openReceiver()
  receiver.answer = (response, { body }) => response.writeHead(body.triggered_by === 'order.updated' ? 500 : 200).end()
  try {
    const contract = await readContract(stage.app.origin)
    const { store } = await populate({ app: stage.app, contract, receiver }, stage.tenant)
    const person = await openOwnerAndOperator(stage)
    const own = {
      ...(await addDeliveries(stage, receiver.url)),
      ...(await addOrders(stage)),
      ...(await addPasskey(stage, person)),
    }
    const screens = everyScreen(stage.tenant.store_id, (page) => valuesOf(page, store, own))
    return { screens: [...screens, ...withPanels(screens)], person }
  } finally {
    await receiver.close()
  }
}

/** Adds screens with a panel, which is part of the query of a list. */
function withPanels(screens: readonly Screen[]): Screen[] {
  const beside = (list: string, kind: string, one: string): Screen => {
    const addressOf = (wanted: string) => screens.find(({ page }) => page === wanted)?.address ?? ''
    const id = addressOf(one).split('/').at(-1)
    return { page: `${list}?panel`, address: `${addressOf(list)}?panel=${kind}:${id}` }
  }
  return [
    beside('/integrations/$integration/jobs', 'job', '/integrations/$integration/jobs/$job'),
    beside('/events', 'event', '/events/$event'),
  ]
}

/** Creates an integration whose last attempt failed, a disabled and an unreachable one. */
async function addDeliveries(stage: Stage, url: string): Promise<Own> {
  const id = await newWebhook(stage, url, { observes: ['order.paid', 'order.updated'] })
  await newWebhook(stage, 'http://127.0.0.1:9/', { name: 'Down', observes: ['order.paid'] })
  const off = { name: 'Off', enabled: false }
  await newWebhook(stage, url, off)
  await publish(stage, 2)
  await publish(stage, 1, 'order.updated')
  const { job, log, run, replay } = await retryFailed(stage, id)
  return {
    '/integrations/$integration': [id],
    '/integrations/$integration/jobs/$job': [id, job],
    '/integrations/$integration/jobs/$job/attempts/$log': [id, job, log],
    '/integrations/$integration/replays/$replay': [id, replay],
    '/integrations/runs/$run': [run],
  }
}

/** Creates orders whose payments can be captured, confirmed, cancelled and refunded. */
async function addOrders({ tenant: { seller } }: Stage): Promise<Own> {
  const authorized = await makeOrder(seller)
  const authorization = expectStatus(await pay(seller, authorized.id, { method: 'authorize' }), 201).body.data
  const waiting = await makeOrder(seller)
  const later = { options: { outcome: 'approve_later', after_seconds: 86_400 } }
  const pending = expectStatus(await pay(seller, waiting.id, later), 201).body.data
  const paid = await makeOrder(seller)
  const bought = expectStatus(await pay(seller, paid.id), 201).body.data
  expectStatus(await act(seller, paid.id, bought.id, 'refund', { amount: 1_000 }), 201)
  const unpaid = await makeOrder(seller)
  const of = '/orders/$order'
  return {
    [`${of}/pay`]: [unpaid.id],
    [`${of}/cancel`]: [unpaid.id],
    [`${of}/fulfil`]: [paid.id],
    [`${of}/transactions/$transaction/capture`]: [authorized.id, authorization.id],
    [`${of}/transactions/$transaction/cancel`]: [authorized.id, authorization.id],
    [`${of}/transactions/$transaction/confirm`]: [waiting.id, pending.id],
    [`${of}/transactions/$transaction/refund`]: [paid.id, bought.id],
  }
}

async function addPasskey({ app }: Stage, person: PersonOf): Promise<Own> {
  const { client } = await openSession(app, person)
  const proof = { data: { password: person.password } }
  const { options } = expectStatus(await client.post('/v2/me/passkeys/options', proof), 200).body.data
  const credential = openAuthenticator(app.origin.replace('127.0.0.1', 'localhost')).register(options)
  const { id } = expectStatus(await client.post('/v2/me/passkeys', { data: { credential } }), 201).body.data
  return { '/me/passkeys/$passkey': [id] }
}

/** A person who sees the store and the deployment, created with the command line because only it creates operators. */
async function openOwnerAndOperator({ app, tenant }: Stage): Promise<PersonOf> {
  const email = 'everything@example.com'
  const { db, clock } = app.foundation
  const deps = { db, clock, report: recordPersonEvents({ info() {} }, clock) }
  const roles = (['owner', 'operator'] as const).map((role) => ({ role, store_id: null }))
  const row = await invitePerson(deps, commandLine(tenant.organization_id), { email, roles, expires_in: 3_600 })
  const accepted = expectStatus(await accept(app.origin, row.code), 200)
  return { id: accepted.body.data.id, email, password: PASSWORD }
}

/** Parameters of the longest prefix of the page for which something was created. */
function valuesOf(page: string, recording: Recording, own: Own): readonly string[] {
  const addresses = [...page.matchAll(/\/|$/g)].map(({ index }) => page.slice(0, index)).toReversed()
  const values = addresses
    .map((address) => own[address] ?? recording.places.get(templateOf(address)))
    .find((found) => found !== undefined)
  if (values === undefined) throw new Error(`Nothing was made for ${page}.`)
  return page.includes('$action') ? [...values, 'increment'] : values
}

/** Replacements from paths of the dashboard to those of the API. */
const WORDS: readonly [RegExp, string][] = [
  [/^\/access/, ''],
  [/^\/members/, '/account-members'],
  [/\/members(\/|$)/, '/account-memberships$1'],
  [/\/memberships/, '/account-memberships'],
  [/^\/realms/, '/authentication-realms'],
  [/\/users/, '/user-authentication-info'],
  [/\/passwords/, '/user-authentication-password-profile-info'],
  [/^\/custom-apis/, '/settings/extensions/custom-apis'],
  [/^\/exports/, '/jobs'],
  [/\/batches/, '/coupon-batches'],
  [/\/audit\/\$entry/, '/audit/entries/$audit_entry_id'],
  [/^\/keys\/\$key/, '/keys/$key_id'],
  [/\$key$/, '$event_key'],
  [/\$batch/, '$coupon_batch_id'],
  [/\$release/, '$catalog_release_id'],
  [/\$note/, '$order_note_id'],
  [
    /\$(hierarchy|node|catalog|product|order|cart|promotion|coupon|file|person|invitation|store|shipment|event)\b/g,
    '$$$1_id',
  ],
]

/** `/hierarchies/$hierarchy/nodes/$node` → `/v2/hierarchies/{hierarchy_id}/nodes/{node_id}`. */
function templateOf(address: string): string {
  const renamed = WORDS.reduce((path, [from, to]) => path.replace(from, to), address)
  return `/v2${renamed.replaceAll(/\$(\w+)/g, '{$1}')}`
}
