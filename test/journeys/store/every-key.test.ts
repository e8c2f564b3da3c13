import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes, findEventType, organizationKeys } from '../../../src/events/catalogue.ts'
import { eventually } from '../../support/app.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openStage, register, type Stage } from '../../support/stage.ts'
import { tour } from '../../support/tour.ts'

/** The keys that this store fires. */
const KEYS = eventTypes.filter(({ origin }) => origin === 'store').map(({ key }) => key)

let stage: Stage
let ofOrganization: Receiver
beforeAll(async () => {
  stage = await openStage()
  ofOrganization = await openReceiver()
})
afterAll(async () => {
  await stage.close()
  await ofOrganization.close()
})

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajvFormats.default(ajv)

test('each of the 51 keys is fired by a real operation, and arrives with its level, shape and version', async () => {
  expect(KEYS).toHaveLength(51)
  const { store: seller, shopper, organization } = await stage.tenant()
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
    const first = stage.receiver.received.find(({ body }) => body.triggered_by === key)
    console.log(`${key}: event ${first?.body.id}, version ${first?.headers['x-integration-resource-version']}`)
  }
})

/** Holds everything that arrived against the catalogue. */
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
