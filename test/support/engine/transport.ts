import type { ChildProcess } from 'node:child_process'
import { connect } from 'amqplib'
import { makeTenant } from '../../../bench/support/tenant.ts'
import { freePort } from '../../../src/app/address/port.ts'
import type { Part } from '../../../src/app/run.ts'
import { type Connection, connect as connectToApi } from '../../../src/client/connection.ts'
import { QUEUE } from '../../../src/deliveries/transport/queue.ts'
import { eventually, openApp } from '../app.ts'
import type { TestDatabase } from '../database/cluster.ts'
import { type ScrapedMetrics, scrape } from '../scraped-metrics.ts'
import { startTool } from '../tool.ts'

export type Member = {
  log(): string
  metrics(): Promise<ScrapedMetrics>
  ready(): Promise<{ status: string }>
  /** Stops the process gracefully. */
  end(): Promise<void>
}

/** A member in a child process, as `tidings serve` or `tidings work` starts it. */
type MemberProcess = Member & { child: ChildProcess }

export type Deployment = {
  connection: Connection
  api: Member
  workers: Member[]
  /** Starts another worker in this process. */
  startWorker(): Promise<Member>
  /** Starts another worker as a child process. */
  startWorkerProcess(): Promise<MemberProcess>
  /** Stops all members gracefully and concurrently; skips those that have ended. */
  end(): Promise<void>
}

export type DeploymentOptions = {
  TRANSPORT_URL: string
  workers: number
  /** Child processes cost seconds of CPU each, so only tests of shutdown use them. */
  members: 'in this process' | 'processes'
}

type Env = Readonly<Record<string, string>>

export async function startDeployment(
  database: TestDatabase,
  { workers: count, members, TRANSPORT_URL }: DeploymentOptions,
): Promise<Deployment> {
  const env: Env = {
    TRANSPORT_URL,
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
  }
  const { client_id, client_secret } = await makeTenant({ ...env, TIDINGS_LOG_LEVEL: 'silent' }, 'transport', [])
  const PORT = String(await freePort('127.0.0.1'))
  const start = (part: Part, port: string): Promise<Member> =>
    members === 'processes' ? startProcess(part, { ...env, PORT: port }) : open(database, part, { ...env, PORT: port })
  const api = await start('api', PORT)
  const workers = await Promise.all(Array.from({ length: count }, () => start('deliveries', '0')))
  const deployment: Deployment = {
    api,
    workers,
    connection: await connectToApi({
      ...{ client_id, client_secret, store_id: undefined },
      base_url: `http://127.0.0.1:${PORT}/v2`,
    }),
    async startWorker() {
      const worker = await open(database, 'deliveries', { ...env, PORT: '0' })
      workers.push(worker)
      return worker
    },
    startWorkerProcess: () => startProcess('deliveries', { ...env, PORT: '0' }),
    async end() {
      await Promise.all([api, ...workers].map((member) => member.end()))
    },
  }
  return deployment
}

async function open(database: TestDatabase, part: Part, env: Env): Promise<Member> {
  const port = String(await freePort('127.0.0.1'))
  let log = ''
  const lines = {
    write(line: string) {
      log += line
    },
  }
  const more = { TIDINGS_METRICS_PORT: port, TIDINGS_LOG_LEVEL: 'info' }
  const app = await openApp(database, { parts: [part], env: { ...env, ...more }, lines })
  let ended: Promise<void> | null = null
  return { ...operations(port), log: () => log, end: () => (ended ??= app.close()) }
}

const COMMAND: Record<Part, string> = { api: 'serve', deliveries: 'work' }

async function startProcess(part: Part, env: Env): Promise<MemberProcess> {
  const port = String(await freePort('127.0.0.1'))
  const tool = startTool([COMMAND[part]], { ...env, TIDINGS_METRICS_PORT: port })
  await tool.prints(/"msg":"started"/)
  return {
    ...operations(port),
    child: tool.child,
    log: () => tool.stdout() + tool.stderr(),
    async end() {
      await tool.end('SIGTERM')
    },
  }
}

/** Reads the metrics port of a member. */
function operations(port: string): Pick<Member, 'metrics' | 'ready'> {
  const origin = `http://127.0.0.1:${port}`
  return {
    metrics: () => scrape(`${origin}/metrics`),
    ready: async () => (await fetch(`${origin}/ready`)).json() as Promise<{ status: string }>,
  }
}

/** Waits until all connections of a process to the broker are up. */
export function connected(member: Member): Promise<ScrapedMetrics> {
  return eventually(member.metrics, (metrics) => {
    const count = (state: string) => metrics.value('tidings_transport_connections', { state })
    return count('up') > 0 && count('down') === 0
  })
}

/** Number of references with one of the outcomes, over these processes. */
export async function passed(members: readonly Member[], ...outcomes: readonly string[]): Promise<number> {
  const each = await Promise.all(members.map(({ metrics }) => metrics()))
  const counts = each.flatMap((metrics) =>
    outcomes.map((outcome) => metrics.value('tidings_transport_references_total', { outcome })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Runs a function with a separate connection to the broker. */
export async function onBroker<T>(
  url: string,
  work: (channel: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>) => Promise<T>,
): Promise<T> {
  const connection = await connect(url)
  try {
    return await work(await connection.createConfirmChannel())
  } finally {
    await connection.close()
  }
}

/** Number of ready messages in the queue. */
export function countQueued(url: string): Promise<number> {
  return onBroker(url, async (channel) => (await channel.checkQueue(QUEUE)).messageCount)
}
