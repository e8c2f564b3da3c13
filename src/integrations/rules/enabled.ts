import type { EnabledIntegration, Integration } from '../integration.ts'
import { parseDestination } from '../kinds/kinds.ts'

export function enabledIntegration({ configuration, ...integration }: Integration): EnabledIntegration {
  return { ...integration, ...parseDestination(integration.integration_type, configuration) }
}
