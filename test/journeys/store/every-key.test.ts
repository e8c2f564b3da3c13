import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEventType, organizationKeys } from '../../../src/event-types/catalog.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import { type Client, calling, eventually } from '../../support/app.ts'
import { schemaChecker } from '../../support/documents/schema-checker.ts'
import { quotedIn, specified } from '../../support/documents/specification.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { openSharedStage, register, type Stage } from '../../support/stage.ts'
import { tour } from '../../support/store/tour.ts'

/** Keys of the specification. */
const KEYS = specified('integrations', 'Event keys').flatMap((row) => quotedIn(row.get('Event keys')))

let stage: Stage
let ofOrganization: Receiver
beforeAll(async () => {
  stage = await openSharedStage()
  ofOrganization = await openReceiver()
})
afterAll(async () => {
  await stage.close()
  await ofOrganization.close()
})

/** A call of the API and its start and end in milliseconds since the epoch. */
type Call = { operation: string; from: number; to: number }

/** Client that records its calls. */
function recording(client: Client, calls: Call[]): Client {
  return calling(client, async (method, path, body, headers) => {
    const from = Date.now()
    const response = await client.call(method, path, body, headers)
    calls.push({ operation: `${method} ${path.replaceAll(UUID, '{id}')}`, from, to: Date.now() })
    return response
  })
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Events emitted in the background after the call. */
const LATER: Readonly<Record<string, string>> = {
  'catalog-release.updated': 'POST /v2/catalogs/{id}/releases, in the background',
  'one-time-password-token-request.created': 'POST …/one-time-password-token-request, in the background',
}

/** The operation that was running when the event was emitted. */
function operationOf(key: string, event_id: string, calls: readonly Call[]): string | undefined {
  const at = timeOfId(event_id)
  const during = calls.filter(({ operation, from, to }) => !operation.startsWith('GET') && from <= at && at <= to)
  return LATER[key] ?? during[0]?.operation
}

const ajv = schemaChecker({ allErrors: true })

test('a real operation emits each key of the specification with its level, shape and version', async () => {
  expect(KEYS.length).toBeGreaterThan(50)
  const calls: Call[] = []
  const tenant = await stage.tenant()
  const seller = recording(tenant.store, calls)
  const shopper = recording(tenant.shopper, calls)
  const organization = recording(tenant.organization, calls)
  await register(seller, stage.receiver.url, KEYS)
  await register(organization, ofOrganization.url, organizationKeys)
  await tour({ seller, shopper, organization })
  const arrivedAt = ({ received }: Receiver) => new Set(received.map(({ body }) => String(body.triggered_by)))
  await eventually(
    async () => KEYS.filter((key) => !arrivedAt(stage.receiver).has(key)),
    (missing) => missing.length === 0,
  )
  await eventually(
    async () => organizationKeys.filter((key) => !arrivedAt(ofOrganization).has(key)),
    (missing) => missing.length === 0,
  )
  const { organization_id: org_id, store_id } = seller
  expectShapes(stage.receiver, { org_id, store_id })
  expectShapes(ofOrganization, { org_id })
  for (const key of KEYS) {
    const event_id = String(stage.receiver.received.find(({ body }) => body.triggered_by === key)?.body.id)
    const operation = operationOf(key, event_id, calls)
    expect([key, operation]).toEqual([key, expect.any(String)])
    console.log(`${key} by ${operation}: event ${event_id}`)
  }
})

/** Checks all received events against the catalog. */
function expectShapes({ received }: Receiver, level: Record<string, string>): void {
  for (const { body, headers } of received) {
    const key = String(body.triggered_by)
    const payload = ajv.compile(findEventType(key)?.payload ?? false)
    expect([key, payload(body.payload), payload.errors]).toEqual([key, true, null])
    expect([key, body.org_id, body.store_id]).toEqual([key, level.org_id, level.store_id])
    expect([key, Number(headers['x-integration-resource-version'])]).toEqual([key, expect.any(Number)])
    expect(Number(headers['x-integration-resource-version'])).toBeGreaterThan(0)
  }
}
