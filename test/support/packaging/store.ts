import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Connection, connect } from '../../../src/client/connection.ts'
import { webhookIntegration } from '../app.ts'

/** Runs a command of an installed Tidings to its end; returns its output. */
type Run = (...args: string[]) => Promise<string>

/** Creates a store with the commands of an installed Tidings, and connects as its seller. */
export async function openStoreOf(run: Run, origin: string, scope: string): Promise<Connection> {
  const created = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
  const organization = await created('organizations', 'create', '--name', 'Marsh & Sons')
  const store = await created(
    'stores',
    'create',
    '--organization',
    organization.id,
    '--name',
    'Books',
    '--scope',
    scope,
  )
  const key = await created('keys', 'create', '--store', store.id)
  return connect({ base_url: `${origin}/v2`, store_id: undefined, ...key })
}

/** Registers a webhook for the events of `publishMany`. */
export async function integrate(connection: Connection, url: string): Promise<void> {
  await connection.post('/integrations', webhookIntegration(url, ['order.paid']))
}

/** Publishes events; returns the ids of accepted events. */
export async function publishMany(connection: Connection, count: number): Promise<string[]> {
  const event = (index: number) => ({
    triggered_by: 'order.paid',
    payload: { data: { type: 'order', id: `o${index}` } },
  })
  const accepted = (await connection.post(
    '/events',
    Array.from({ length: count }, (_, index) => event(index)),
  )) as Accepted
  return accepted.data.map(({ id }) => id)
}

type Accepted = { data: { id: string }[] }

const ATTEMPTS = 600
const PAUSE_MS = 100

/** Waits until the process is ready; throws its output if it ends first. */
export async function isReady(child: ChildProcess, origin: string): Promise<void> {
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))))
  const ended = once(child, 'close').then(async () => {
    throw new Error(`The process exited before it was ready: ${(await output).join('')}`)
  })
  await Promise.race([ended, answers(`${origin}/ready`)])
  ended.catch(() => {})
}

export async function answers(address: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const response = await fetch(address).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`${address} never responded successfully.`)
}
