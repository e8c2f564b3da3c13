import { setTimeout as wait } from 'node:timers/promises'
import { openPasswords } from '../../access/passwords/passwords.ts'
import type { Integration } from '../../integrations/integration.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { Arrival, Checks } from '../../receiver/arrival.ts'
import { isPublishing } from '../../store/catalog/releases/store.ts'
import type { Foundation } from '../foundation.ts'
import { orUndo } from '../open-or-close.ts'
import { type Running, run } from '../run.ts'
import { findOrCreateKey } from './credentials.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import { ensureIntegration } from './integration.ts'
import { type DemoOwner, ensureDemoOwner } from './owner.ts'
import { type DemoReceiver, openDemoReceiver } from './receiver.ts'
import { loadShop } from './shop/load-shop.ts'
import { DEMO_SCOPE, ensureTenant, type Tenant } from './tenant.ts'

export type Demo = {
  file: DemoFile
  integration: Integration
  /** The owner of the demo organization; null if there is none. */
  owner: DemoOwner | null
  close(): Promise<void>
}

/**
 * Runs the API and the deliveries with a demo store whose integration delivers to a webhook receiver, and writes
 * demo.json. All of it is kept for the next start. The receiver opens first and closes last, so that it misses no
 * delivery.
 */
export async function openDemo(foundation: Foundation, onArrival: (arrival: Arrival) => void): Promise<Demo> {
  const saved = await readDemoFile(foundation.config.TIDINGS_DATA)
  const receiver = await openDemoReceiver(saved?.receiver_url ?? null, onArrival)
  const running = await orUndo(run(foundation, ['api', 'deliveries']), () => receiver.close())
  const close = async () => {
    await running.close()
    await receiver.close()
  }
  return { ...(await orUndo(prepare(foundation, running, receiver, saved), close)), close }
}

async function prepare(foundation: Foundation, running: Running, receiver: DemoReceiver, saved: DemoFile | null) {
  const { config } = foundation
  const { snapshot } = running.outbox
  receiver.setChecks((id) => checksOf(snapshot, id, config.TIDINGS_SECRET_KEY_HEADER))
  const tenant = await ensureTenant(running)
  // Runs before the integration exists, so that the receiver does not get events for the demo data.
  const passwords = openPasswords(config.TIDINGS_SCRYPT_COST)
  const { fileStorage } = foundation
  await loadShop({ ...running.integrationDeps, passwords, fileStorage }, tenant, (part, reason) =>
    foundation.log.warn({ reason }, `Loading the ${part} of the demo store failed; the next start retries it.`),
  )
  const owner = await ensureDemoOwner(foundation, tenant, running.base_url)
  const urls = { saved: saved?.receiver_url ?? null, current: receiver.url }
  const integration = await ensureIntegration(running.integrationDeps, tenant, urls)
  await untilPublished(foundation, tenant.store_id)
  const file = await makeDemoFile(foundation, running.base_url, tenant, receiver.url, saved)
  await writeDemoFile(config.TIDINGS_DATA, file)
  return { file, integration, owner }
}

/** Waits for the catalog, so that the commands in the greeting work at once. */
async function untilPublished({ db }: Pick<Foundation, 'db'>, store_id: string): Promise<void> {
  const end = performance.now() + MAX_PUBLISHING_MS
  while (performance.now() < end && (await isPublishing(db, store_id))) await wait(POLL_MS)
}

const MAX_PUBLISHING_MS = 30 * SECOND
const POLL_MS = 50

/** Returns the current secrets of an integration; `secret_header` is the default header. */
function checksOf(snapshot: Snapshot, integration_id: string | null, secret_header: string): Checks {
  const integration = integration_id === null ? undefined : snapshot.enabled(integration_id)
  if (integration?.kind !== 'webhook') return { secrets: [], secret_header }
  const { configuration, previous_secret_key } = integration
  const secrets = [configuration.secret_key ?? '', previous_secret_key ?? ''].filter((secret) => secret !== '')
  return { secrets, secret_header: configuration.secret_key_headers?.[0] ?? secret_header }
}

async function makeDemoFile(
  { db, clock }: Foundation,
  base_url: string,
  tenant: Tenant,
  receiver_url: string,
  saved: DemoFile | null,
): Promise<DemoFile> {
  const root = base_url.replace(/\/v2$/, '')
  const organization_credentials = saved && {
    client_id: saved.organization_client_id,
    client_secret: saved.organization_client_secret,
  }
  const store = await findOrCreateKey(db, tenant, saved, clock())
  const organization = await findOrCreateKey(db, { ...tenant, store_id: null }, organization_credentials, clock())
  return {
    base_url,
    storefront_url: `${root}/storefront`,
    token_url: `${root}/oauth/access_token`,
    organization_id: tenant.organization_id,
    store_id: tenant.store_id,
    storefront_scope: DEMO_SCOPE,
    client_id: store.client_id,
    client_secret: store.client_secret,
    organization_client_id: organization.client_id,
    organization_client_secret: organization.client_secret,
    receiver_url,
  }
}
