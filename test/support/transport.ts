import { connect } from 'amqplib'
import { freePort } from '../../src/app/port.ts'
import { type Connection, connect as connectToApi } from '../../src/client/connection.ts'
import { QUEUE } from '../../src/deliveries/transport/queue.ts'
import { eventually } from './app.ts'
import type { TestDatabase } from './cluster.ts'
import { type Figures, scrape } from './figures.ts'
import { type RunningTool, startTool, toolJson } from './tool.ts'

/** `tidings serve` or `tidings work` as a process of its own, with a broker. */
export type Member = { tool: RunningTool; figures(): Promise<Figures>; ready(): Promise<{ status: string }> }

/** One deployment: a store, an API for it and any number of workers. */
export type Deployment = {
  connection: Connection
  api: Member
  workers: Member[]
  startWorker(): Promise<Member>
  /** Ends all in order. */
  end(): Promise<void>
}

type Env = Readonly<Record<string, string>>

/** Starts `tidings serve` and so many `tidings work`; with a broker that runs, waits until all have found it. */
export async function startDeployment(
  database: TestDatabase,
  { workers, ...env }: { TRANSPORT_URL: string; workers: number; TIDINGS_RETRY_SCHEDULE?: string },
): Promise<Deployment> {
  const settings: Env = {
    ...env,
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    PORT: '0',
  }
  const account = await makeAccount(settings)
  const [api, ...started] = await Promise.all([
    startMember('serve', settings),
    ...Array.from({ length: workers }, () => startMember('work', settings)),
  ])
  const [, base_url = ''] = await api.tool.prints(/"base_url":"(http:[^"]+)"/)
  const deployment: Deployment = {
    api,
    workers: started,
    connection: await connectToApi({ ...account, base_url, store_id: undefined }),
    async startWorker() {
      const worker = await startMember('work', settings)
      deployment.workers.push(worker)
      return worker
    },
    async end() {
      await Promise.all([api, ...deployment.workers].map(({ tool }) => tool.end('SIGTERM')))
    },
  }
  return deployment
}

async function makeAccount(env: Env) {
  const { id } = await toolJson<{ id: string }>(['organizations', 'create', '--name', 'Transport'], env)
  const named = ['--organization', id, '--name', 'Transport', '--scope', 'transport']
  const store = await toolJson<{ id: string }>(['stores', 'create', ...named], env)
  return toolJson<{ client_id: string; client_secret: string }>(['keys', 'create', '--store', store.id], env)
}

async function startMember(command: 'serve' | 'work', env: Env): Promise<Member> {
  const port = await freePort('127.0.0.1')
  const tool = startTool([command], { ...env, TIDINGS_METRICS_PORT: String(port) })
  await tool.prints(/"msg":"started"/)
  return {
    tool,
    figures: () => scrape(`http://127.0.0.1:${port}/metrics`),
    ready: async () => (await fetch(`http://127.0.0.1:${port}/ready`)).json() as Promise<{ status: string }>,
  }
}

/** Waits until all connections of a process to the broker are up. */
export function connected(member: Member): Promise<Figures> {
  return eventually(member.figures, (figures) => {
    const count = (state: string) => figures.value('tidings_transport_connections', { state })
    return count('up') > 0 && count('down') === 0
  })
}

/** How many references have had one of the outcomes, in all of these processes. */
export async function passed(members: readonly Member[], ...outcomes: readonly string[]): Promise<number> {
  const each = await Promise.all(members.map(({ figures }) => figures()))
  const counts = each.flatMap((figures) =>
    outcomes.map((outcome) => figures.value('tidings_transport_references_total', { outcome })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Works on the broker beside Tidings. */
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

/** Messages in the queue that no worker has. */
export function countQueued(url: string): Promise<number> {
  return onBroker(url, async (channel) => (await channel.checkQueue(QUEUE)).messageCount)
}
