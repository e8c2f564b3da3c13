import pino from 'pino'
import { createKey } from '../../src/access/keys.ts'
import { createOrganization } from '../../src/access/organizations.ts'
import { createStore } from '../../src/app/cross-module/stores.ts'
import { openFoundation } from '../../src/app/foundation.ts'
import { run } from '../../src/app/run.ts'
import { readConfig } from '../../src/config.ts'
import { createIntegration } from '../../src/integrations/create.ts'
import type { IntegrationCreate } from '../../src/integrations/integration.ts'

/** An integration to register: a webhook, or any other configuration. */
export type Endpoint = { observes: readonly string[] } & (
  | { url: string }
  | Pick<IntegrationCreate, 'integration_type' | 'configuration'>
)

/** A store with its integrations, in the order of their endpoints, and a key to publish with. */
export type Tenant = {
  organization_id: string
  store_id: string
  integration_ids: readonly string[]
  client_id: string
  client_secret: string
}

/** Creates a store in the database of `env`, with or without running processes. `scope` is the store's name. */
export async function makeTenant(
  env: NodeJS.ProcessEnv,
  scope: string,
  endpoints: readonly Endpoint[],
): Promise<Tenant> {
  const foundation = await openFoundation(readConfig(env), pino({ level: 'warn' }))
  const running = await run(foundation, [])
  const now = Date.now()
  const { db } = foundation
  const organization = await createOrganization(db, { name: scope }, now)
  const input = { organization_id: organization.id, name: scope, scope }
  const store = await createStore({ ...running.integrationDeps }, input, now)
  const owner = { organization_id: organization.id, store_id: store.id }
  const { client_id, client_secret } = await createKey(db, { ...owner, name: scope }, now)
  const integration_ids: string[] = []
  for (const endpoint of endpoints) {
    const integration = await createIntegration(running.integrationDeps, owner, {
      type: 'integration',
      name: `Bench ${integration_ids.length}`,
      enabled: true,
      observes: [...endpoint.observes],
      ...targetOf(endpoint),
    })
    integration_ids.push(integration.id)
  }
  await running.close()
  await foundation.close()
  return { ...owner, integration_ids, client_id, client_secret }
}

function targetOf(endpoint: Endpoint): Pick<IntegrationCreate, 'integration_type' | 'configuration'> {
  if (!('url' in endpoint)) {
    const { integration_type, configuration } = endpoint
    return { integration_type, configuration }
  }
  return { integration_type: 'webhook', configuration: { url: endpoint.url, secret_key: 'bench-secret' } }
}

export async function getToken(
  base_url: string,
  { client_id, client_secret }: Pick<Tenant, 'client_id' | 'client_secret'>,
): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = await fetch(new URL('/oauth/access_token', base_url), { method: 'POST', body })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
