import { randomBytes } from 'node:crypto'
import { byCommandLine } from '../../audit/record.ts'
import { eventTypes } from '../../event-types/catalog.ts'
import { parseListRequest } from '../../http/lists/lists.ts'
import { createIntegration } from '../../integrations/create.ts'
import type { IntegrationDeps } from '../../integrations/deps.ts'
import type { Integration } from '../../integrations/integration.ts'
import { integrationList, listIntegrations } from '../../integrations/list.ts'
import { updateIntegration } from '../../integrations/update.ts'
import { PAGE_LIMIT } from '../../kernel/lists/page.ts'
import type { Tenant } from './tenant.ts'

const NAME = 'Demo receiver'
const OBSERVED = ['order.', 'cart.', 'customer.', 'integration.', 'settings.']

/**
 * Returns the integration that delivers to the demo receiver: the existing one, found by its name or previous URL and
 * updated to the current URL, or a new integration. It is enabled again only if Tidings disabled it, not if a person
 * did.
 */
export async function ensureIntegration(
  deps: IntegrationDeps,
  tenant: Tenant,
  urls: { saved: string | null; current: string },
): Promise<Integration> {
  const found = await findIntegration(deps, tenant, urls.saved)
  if (found === undefined) return create(deps, tenant, urls.current)
  const update = {
    type: 'integration' as const,
    configuration: { url: urls.current },
    ...(found.disabled_reason !== null && { enabled: true }),
  }
  const owner = { ...tenant, requested_by: byCommandLine('UpdateIntegration') }
  return updateIntegration(deps, owner, { id: found.id, update, expected_version: null })
}

async function findIntegration(deps: IntegrationDeps, tenant: Tenant, url: string | null) {
  const request = parseListRequest({ filter: 'eq(integration_type,webhook)' }, integrationList, PAGE_LIMIT)
  const { rows } = await listIntegrations(deps, tenant, request)
  return rows.find(({ name }) => name === NAME) ?? rows.find(({ configuration }) => configuration.url === url)
}

function create(deps: IntegrationDeps, tenant: Tenant, url: string): Promise<Integration> {
  return createIntegration(
    deps,
    { ...tenant, requested_by: byCommandLine('CreateIntegration') },
    {
      type: 'integration',
      integration_type: 'webhook',
      name: NAME,
      description: 'Delivers to the webhook receiver that started with the demo.',
      enabled: true,
      observes: eventTypes.map(({ key }) => key).filter((key) => OBSERVED.some((prefix) => key.startsWith(prefix))),
      configuration: { url, secret_key: `whsec_${randomBytes(24).toString('base64')}` },
    },
  )
}
