import type { Integration } from '../../integrations/integration.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Arrival } from '../../receiver/arrival.ts'
import type { Foundation } from '../foundation.ts'
import { orUndo } from '../or-undo.ts'
import { type Running, run } from '../run.ts'
import { findOrMakeKey } from './credentials.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import { findOrMakeIntegration } from './integration.ts'
import { type DemoReceiver, openDemoReceiver } from './receiver.ts'
import { loadShop } from './shop/load-shop.ts'
import { DEMO_SCOPE, findOrMakeTenant, type Tenant } from './tenant.ts'

export type Demo = { file: DemoFile; integration: Integration; close(): Promise<void> }

/**
 * Runs API and deliveries with a demo store whose integration tells a small receiver, all kept from the last time, and
 * writes demo.json. The receiver opens first and closes last, so that no delivery misses it.
 */
export async function openDemo(foundation: Foundation, onArrival: (arrival: Arrival) => void): Promise<Demo> {
  const kept = await readDemoFile(foundation.config.TIDINGS_DATA)
  const receiver = await openDemoReceiver(kept?.receiver_url ?? null, onArrival)
  const running = await orUndo(run(foundation, ['api', 'deliveries']), () => receiver.close())
  const close = async () => {
    await running.close()
    await receiver.close()
  }
  return { ...(await orUndo(prepare(foundation, running, receiver, kept), close)), close }
}

async function prepare(foundation: Foundation, running: Running, receiver: DemoReceiver, kept: DemoFile | null) {
  const { config } = foundation
  const { snapshot } = running.outbox
  receiver.trust((id) => ({ secrets: secretsOf(snapshot, id), secret_header: config.TIDINGS_SECRET_KEY_HEADER }))
  const tenant = await findOrMakeTenant(running)
  // Before there is somebody to be told of it: what the receiver gets at first is what people do.
  await loadShop(running.integrationDeps, tenant, (part, reason) =>
    foundation.log.warn({ reason }, `The demo store was not given its ${part}; the next start tries again.`),
  )
  const urls = { kept: kept?.receiver_url ?? null, now: receiver.url }
  const integration = await findOrMakeIntegration(running.integrationDeps, tenant, urls)
  const file = await fileOf(foundation, running.base_url, tenant, receiver.url, kept)
  await writeDemoFile(config.TIDINGS_DATA, file)
  return { file, integration }
}

/** The secrets of the integration that delivers, as they are at the moment. */
function secretsOf(snapshot: Snapshot, integration_id: string | null): string[] {
  const integration = integration_id === null ? undefined : snapshot.enabled(integration_id)
  const secrets = [integration?.configuration.secret_key, integration?.previous_secret_key]
  return secrets.filter((secret) => typeof secret === 'string' && secret !== '').map(String)
}

async function fileOf(
  { db, clock }: Foundation,
  base_url: string,
  tenant: Tenant,
  receiver_url: string,
  kept: DemoFile | null,
): Promise<DemoFile> {
  const root = base_url.replace(/\/v2$/, '')
  const ofOrganization = kept && {
    client_id: kept.organization_client_id,
    client_secret: kept.organization_client_secret,
  }
  const store = await findOrMakeKey(db, tenant, kept, clock())
  const organization = await findOrMakeKey(db, { ...tenant, store_id: null }, ofOrganization, clock())
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
