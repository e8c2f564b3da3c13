import { randomBytes } from 'node:crypto'
import { eventTypes } from '../../event-types/catalogue.ts'
import { parseListRequest } from '../../http/lists.ts'
import { createIntegration } from '../../integrations/create.ts'
import type { IntegrationDeps } from '../../integrations/deps.ts'
import type { Integration } from '../../integrations/integration.ts'
import { integrationList, listIntegrations } from '../../integrations/list.ts'
import { updateIntegration } from '../../integrations/update.ts'
import { PAGE_LIMIT } from '../../kernel/page.ts'
import type { Tenant } from './tenant.ts'

const NAME = 'Demo receiver'
const OBSERVED = ['order.', 'cart.', 'customer.', 'integration.', 'settings.']

/**
 * The integration that tells the demo receiver: the one that is there, found by its name or the address it had, brought
 * to the receiver's address of today; otherwise a new one. Whoever disabled it wants it so; the service itself does not.
 */
export async function findOrMakeIntegration(
  deps: IntegrationDeps,
  tenant: Tenant,
  urls: { kept: string | null; now: string },
): Promise<Integration> {
  const found = await findIntegration(deps, tenant, urls.kept)
  if (found === undefined) return make(deps, tenant, urls.now)
  const update = {
    type: 'integration' as const,
    configuration: { url: urls.now },
    ...(found.disabled_reason !== null && { enabled: true }),
  }
  return updateIntegration(deps, tenant, { id: found.id, update, expected_version: null })
}

async function findIntegration(deps: IntegrationDeps, tenant: Tenant, url: string | null) {
  const request = parseListRequest({ filter: 'eq(integration_type,webhook)' }, integrationList, PAGE_LIMIT)
  const { rows } = await listIntegrations(deps, tenant, request)
  return rows.find(({ name }) => name === NAME) ?? rows.find(({ configuration }) => configuration.url === url)
}

function make(deps: IntegrationDeps, tenant: Tenant, url: string): Promise<Integration> {
  return createIntegration(deps, tenant, {
    type: 'integration',
    integration_type: 'webhook',
    name: NAME,
    description: 'Tells the small receiver that `tidings start` runs beside the API.',
    enabled: true,
    observes: eventTypes.map(({ key }) => key).filter((key) => OBSERVED.some((prefix) => key.startsWith(prefix))),
    configuration: { url, secret_key: `whsec_${randomBytes(24).toString('base64')}` },
  })
}
