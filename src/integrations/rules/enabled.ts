import type { EnabledIntegration, Integration } from '../integration.ts'
import { parseDestination } from '../kinds/kinds.ts'
import { payloadTest } from './payload-filter.ts'

export function enabledIntegration({ configuration, filter, ...integration }: Integration): EnabledIntegration {
  const destination = parseDestination(integration.integration_type, configuration)
  return { ...integration, ...destination, filter: filter === null ? null : payloadTest(filter) }
}
