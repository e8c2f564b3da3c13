import { type App, type AppOptions, type Client, eventually, openApp, openTenant, webhookIntegration } from './app.ts'
import type { TestDatabase } from './database/cluster.ts'
import { testDatabase } from './database/database.ts'
import { type Contract, readContract } from './documents/contract.ts'
import { openReceiver, type Receiver } from './servers/receiver.ts'
import { type Server, server } from './shared.ts'
import { openToShoppers } from './store/shop.ts'

/** A running app on a database of its own, a receiver beside it, and the published document that every response must fit. */
export type Stage = {
  database: TestDatabase
  app: App
  receiver: Receiver
  contract: Contract
  /** A new organization with a store; every response its clients get is held against the published document. */
  tenant(): Promise<Record<Level | 'shopper', Client>>
  /** The same, of a store that lets shoppers put custom items and tax items into carts. */
  openTenant(): Promise<Record<Level | 'shopper', Client>>
  close(): Promise<void>
}

/** Whom an integration belongs to. */
export type Level = 'store' | 'organization'

/** At each level: keys that may be observed there, and an event of the first. */
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
 * The same with the app and the database of the test files before and after it: a start costs as much as many tests. For
 * tests that look at what their own tenants have, and at nothing else.
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

/** What cannot be delivered would be tried again while other files use the app, maybe at an address of theirs. */
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

/** The attributes of an integration as a test registers it. */
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

/** Publishes one event and returns its id. */
export async function publishOne(client: Client, event: unknown): Promise<string> {
  const { status, body } = await client.post('/v2/events', event)
  if (status !== 201) throw new Error(`Not published: ${JSON.stringify(body)}`)
  return body.data[0].id
}

/** The integration's jobs once they fulfil the condition. */
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

/** How many events of a key the owner of the client has. */
export async function countEvents(client: Client, triggered_by: string): Promise<number> {
  const { body } = await client.get(`/v2/events?filter=eq(triggered_by,${triggered_by})&page[total_method]=exact`)
  return body.meta.results.total
}
