import { createKey, type NewKey } from '../../../src/access/keys.ts'
import { createOrganization } from '../../../src/access/organizations.ts'
import { evaluateAlerts } from '../../../src/alerts/evaluate.ts'
import { createStore } from '../../../src/app/cross-module/stores.ts'
import type { Exchange, Exchanges } from '../../../src/http/document/examples.ts'
import { openApp, openClient } from '../app.ts'
import type { Stage } from '../stage.ts'
import { showPersons } from './access.ts'
import { showAdministration } from './administration.ts'
import { showCatalog } from './catalog.ts'
import type { TourContext } from './context.ts'
import { showExports, showExtensions } from './extensions.ts'
import { showIntegrations } from './integrations.ts'
import { normalized } from './normalized.ts'
import type { Documented } from './operations.ts'
import { showPeople } from './people.ts'
import { showPlainResources } from './plain.ts'
import { showPromotions, showUses } from './promotions.ts'
import { openRecorder } from './recorder.ts'
import { showRemovals } from './removals.ts'
import { showSales } from './sales.ts'
import { showAccess, showSettings } from './settings.ts'

export const SHOWN_ADDRESS = 'https://shop.example.com'

/** Exchanges in normalized form, and as sent in this run. */
export type Tour = {
  examples: Exchanges
  exchanges: ReadonlyMap<string, Exchange>
  request_ids: ReadonlyMap<string, string>
  keys: readonly Key[]
  organization_id: string
  store_id: string
}

type Key = { id: string; client_secret: string }

/** Runs one store through every operation of the document. The id of each request is the operationId. */
export async function playTour(
  { database, app, receiver }: Pick<Stage, 'database' | 'app' | 'receiver'>,
  operations: readonly Documented[],
): Promise<Tour> {
  const started_at = Date.now()
  const { db } = app.foundation
  const organization = await createOrganization(db, { name: 'Larch & Linen' }, started_at)
  const store = await createStore(
    app.integrationDeps,
    { organization_id: organization.id, name: 'Larch & Linen', scope: 'larch-and-linen' },
    started_at,
  )
  const ids = { organization_id: organization.id, store_id: store.id }
  const keys: NewKey[] = []
  const newKey = async (owner: Parameters<typeof createKey>[1]) => {
    const key = await createKey(db, owner, started_at)
    keys.push(key)
    return key
  }
  const { client_id, client_secret } = await newKey({ ...ids, name: 'Back office' })
  const key = { client_id, client_secret }
  const aside = await openClient(app, ids, key, 'client_credentials')
  const shopper = await openClient(app, ids, key, 'implicit')
  const of = async (owner: Parameters<typeof createKey>[1]) =>
    (await openClient(app, ids, await newKey(owner), 'client_credentials')).token
  const organizationToken = await of({ ...ids, store_id: null, name: 'Head office' })
  const operatorToken = await of({ organization_id: null, store_id: null, name: 'Operations' })
  const recorder = openRecorder(app.origin, operations)
  const worker = await openApp(database, { parts: ['deliveries'], env: { TIDINGS_BASE_URL: SHOWN_ADDRESS } })
  let stopping: Promise<void> | undefined
  const stopWorker = () => {
    stopping ??= worker.close()
    return stopping
  }
  const context: TourContext = {
    store_id: store.id,
    guest: recorder.as(null),
    seller: recorder.as(aside.token),
    organization: recorder.as(organizationToken),
    operator: recorder.as(operatorToken),
    shopper: recorder.as(shopper.token),
    as: recorder.as,
    origin: app.origin,
    aside,
    receiver,
    key,
    stopWorker,
    isUnshown: recorder.isUnshown,
    evaluateAlerts: () => evaluateAlerts({ db }, Date.now()),
    read: (under) => recorder.read(recorder.as((under === '/v2/catalog/' ? shopper : aside).token), under),
  }
  try {
    await play(context)
  } finally {
    await stopWorker()
  }
  const names = [
    [client_id, 'EXAMPLE-CLIENT-ID'],
    [client_secret, 'EXAMPLE-CLIENT-SECRET'],
    [receiver.url, 'https://warehouse.example.com/events'],
    ['127.0.0.1', '203.0.113.7'],
  ] as const
  const { exchanges, request_ids } = recorder
  const examples = normalized(exchanges, { started_at, names })
  return { examples, exchanges, request_ids, keys, organization_id: organization.id, store_id: store.id }
}

async function play(context: TourContext): Promise<void> {
  await showAccess(context)
  await showAdministration(context)
  await showPersons(context)
  await showSettings(context)
  const catalog = await showCatalog(context)
  const buyers = await showPeople(context)
  const code = await showPromotions(context)
  await showSales(context, { catalog, buyers, code })
  await showUses(context)
  await showExtensions(context)
  await showExports(context)
  await showIntegrations(context)
  await showPlainResources(context)
  await context.read('/')
  await showRemovals(context)
}
