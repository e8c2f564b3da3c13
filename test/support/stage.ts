import { type App, type AppOptions, type Client, eventually, openApp, openTenant, webhookIntegration } from './app.ts'
import type { TestDatabase } from './database/cluster.ts'
import { testDatabase } from './database/database.ts'
import { type Contract, readContract } from './documents/contract.ts'
import { openReceiver, type Receiver } from './servers/receiver.ts'
import { type Server, server } from './shared.ts'
import { openToShoppers } from './store/shop.ts'

/** A running app with its own database, a receiver, and the published document that every response must match. */
export type Stage = {
  database: TestDatabase
  app: App
  receiver: Receiver
  contract: Contract
  /** A new organization with a store, whose clients check every response against the published document. */
  tenant(): Promise<Record<Level | 'shopper', Client>>
  /** Same as `tenant`, with a store that lets shoppers put custom items and tax items into carts. */
  openTenant(): Promise<Record<Level | 'shopper', Client>>
  close(): Promise<void>
}

export type Level = 'store' | 'organization'

/** Keys that may be observed at each level, and an event with the first key. */
export const LEVELS = [
  {
    level: 'store',
    observes: ['order.paid', 'order.updated'],
    event: { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } },
  },
  {
    level: 'organization',
    observes: ['catalog-release.created', 'catalog-release.updated'],
    event: { triggered_by: 'catalog-release.created', payload: { data: { type: 'catalog-release', id: 'r1' } } },
  },
] as const satisfies readonly { level: Level; observes: string[]; event: object }[]

export async function openStage(options: AppOptions = {}): Promise<Stage> {
  const database = await testDatabase()
  const app = await openApp(database, options)
  return stageOn({ database, app }, async () => {
    await app.close()
    await database.close()
  })
}

/**
 * Shares the app and database with other test files, because a start costs as much as many tests. Only for tests that
 * look at nothing but their own tenants.
 */
export async function openSharedStage(): Promise<Stage> {
  const opened: Client[] = []
  const stage = await stageOn(await server.use(), async () => {
    await Promise.all(opened.map(endDeliveries))
    server.leave()
  })
  const noted = <T extends Record<Level, Client>>(clients: T) => {
    opened.push(clients.store, clients.organization)
    return clients
  }
  return {
    ...stage,
    tenant: async () => noted(await stage.tenant()),
    openTenant: async () => noted(await stage.openTenant()),
  }
}

/** Ends retries, which would otherwise go on while other files use the app, possibly on one of their ports. */
async function endDeliveries(client: Client): Promise<void> {
  const { body } = await client.get('/v2/integrations?page[limit]=100')
  for (const { id } of body.data) await client.delete(`/v2/integrations/${id}`)
}

async function stageOn({ database, app }: Server, leave: () => Promise<void>): Promise<Stage> {
  const receiver = await openReceiver()
  const contract = await readContract(app.origin)
  const tenant = async () => {
    const { seller, organization, shopper } = await openTenant(app)
    return {
      store: contract.watch(seller),
      organization: contract.watch(organization),
      shopper: contract.watch(shopper),
    }
  }
  return {
    database,
    app,
    receiver,
    contract,
    tenant,
    async openTenant() {
      const opened = await tenant()
      await openToShoppers(opened.store)
      return opened
    },
    async close() {
      await leave()
      await receiver.close()
    },
  }
}

export async function register(
  client: Client,
  url: string,
  observes: readonly string[],
  more: Record<string, unknown> = {},
) {
  const { status, body } = await client.post('/v2/integrations', webhookIntegration(url, [...observes], more))
  if (status !== 201) throw new Error(`Not registered: ${JSON.stringify(body)}`)
  return body.data
}

export async function publishOne(client: Client, event: unknown): Promise<string> {
  const { status, body } = await client.post('/v2/events', event)
  if (status !== 201) throw new Error(`Not published: ${JSON.stringify(body)}`)
  return body.data[0].id
}

/** Waits until the integration's jobs meet the condition, and returns them. */
export function jobsOnce(client: Client, integration_id: string, condition: (jobs: Job[]) => boolean): Promise<Job[]> {
  return eventually(async () => {
    const { body } = await client.get(`/v2/integrations/${integration_id}/jobs?page[limit]=100`)
    return body.data as Job[]
  }, condition)
}

export type Job = {
  id: string
  status: string
  attempts: number
  next_attempt_at: string | null
  event: { id: string }
}

/** Number of events with a key that the client's owner has. */
export async function countEvents(client: Client, triggered_by: string): Promise<number> {
  const { body } = await client.get(`/v2/events?filter=eq(triggered_by,${triggered_by})&page[total_method]=exact`)
  return body.meta.results.total
}
