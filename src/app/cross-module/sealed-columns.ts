import { sealedSigningKeys } from '../../access/tokens/signing-keys.ts'
import { sealedAlerts } from '../../alerts/save.ts'
import { sealedEvents } from '../../events/sql/sealed-events.ts'
import { sealedIntegrations } from '../../integrations/store.ts'
import { sealedTotpSecrets } from '../../people/store.ts'
import type { SealedColumn } from '../../secrets/sql/sealed-column.ts'
import { sealedGateways } from '../../store/gateways/update.ts'

/**
 * All tables with encrypted values. Tables with a limited lifetime come last, so that fewer of their rows remain by
 * then.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedIntegrations,
  sealedGateways,
  sealedTotpSecrets,
  sealedAlerts,
  sealedSigningKeys,
  sealedEvents,
]
