import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTenant } from '../../bench/support/tenant.ts'
import { type Connection, connect } from '../../src/client/connection.ts'
import { eventually, webhookIntegration } from '../support/app.ts'
import { testDatabase } from '../support/database/database.ts'
import { connectTo, startDemo } from '../support/demo.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { endTools, type RunningTool, startTool } from '../support/tool.ts'

/** A complete deployment, which is killed and restarted on the same data. */
type Started = { connection: Connection; tools: RunningTool[] }

const EVENTS = 400
const KILLED_AT = 160
const PUBLISHERS = 20

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterEach(() => {
  endTools()
  receiver.received.length = 0
})
afterAll(() => receiver.close())

test('every accepted event arrives after the only process is killed midway', async () => {
  const folder = await temporaryFolder('fast')
  await survives(async () => {
    const { tool, demo } = await startDemo(folder)
    return { connection: await connectTo(demo), tools: [tool] }
  })
  await rm(folder, { recursive: true })
})

test('every accepted event arrives when the API and the worker are separate processes', async () => {
  const database = await testDatabase()
  const env = {
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    PORT: '0',
  }
  const { client_id, client_secret } = await makeTenant({ ...env, TIDINGS_LOG_LEVEL: 'silent' }, 'crash', [])
  await survives(async () => {
    const tools = [startTool(['serve'], env), startTool(['work'], env)]
    const started = await Promise.all(tools.map((tool) => tool.prints(/"base_url":"(http:[^"]+)".*"msg":"started"/)))
    const base_url = String(started[0]?.[1])
    return { connection: await connect({ client_id, client_secret, base_url, store_id: undefined }), tools }
  })
  await database.close()
})

/** Publishes as a careful client does: rejected events are sent again after the restart with the same id. */
async function survives(start: () => Promise<Started>): Promise<void> {
  const ids = Array.from({ length: EVENTS }, () => randomUUID())
  const accepted = new Map<string, string>()
  const killed = Promise.withResolvers<void>()
  // Delayed responses leave many accepted events undelivered when the process is killed.
  receiver.answer = (response) => void killed.promise.then(() => response.end())
  const first = await start()
  await first.connection.post('/integrations', webhookIntegration(receiver.url, ['order.paid']))
  await publish(first.connection, ids, accepted, () => {
    if (accepted.size === KILLED_AT) for (const { child } of first.tools) child.kill('SIGKILL')
  })
  await Promise.all(first.tools.map((tool) => tool.ended))
  const early = [...accepted.values()]
  expect(early.length).toBeGreaterThanOrEqual(KILLED_AT)
  expect(early.length).toBeLessThan(EVENTS)
  expect(early.length - receiver.received.length).toBeGreaterThan(KILLED_AT / 4)
  killed.resolve()

  const second = await start()
  await arrived(early)
  const missing = ids.filter((id) => !accepted.has(id))
  await publish(second.connection, missing, accepted, () => {})
  expect(new Set(accepted.values()).size).toBe(EVENTS)
  await arrived([...accepted.values()])
  for (const tool of second.tools) expect(await tool.end('SIGTERM')).toMatchObject({ code: 0 })
}

/** Publishes one event per id; `accepted` maps the ids of accepted events to the ids of the server. */
async function publish(
  { post }: Connection,
  ids: readonly string[],
  accepted: Map<string, string>,
  onAccepted: () => void,
): Promise<void> {
  const waiting = [...ids]
  const publisher = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const event = { triggered_by: 'order.paid', id, payload: { data: { type: 'order', id } } }
      const answer = (await post('/events', event).catch(() => null)) as { data: { id: string }[] } | null
      if (answer === null) continue
      accepted.set(id, String(answer.data[0]?.id))
      onAccepted()
    }
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, publisher))
}

async function arrived(event_ids: readonly string[]): Promise<void> {
  const missing = await eventually(
    async () => {
      const seen = new Set(receiver.received.map(({ body }) => body.id))
      return event_ids.filter((id) => !seen.has(id))
    },
    (absent) => absent.length === 0,
  )
  expect(missing).toEqual([])
}
