import { sealedSigningKeys } from '../access/signing-keys.ts'
import { sealedEvents } from '../events/sealed-events.ts'
import { sealedIntegrations } from '../integrations/store.ts'
import type { SealedPlace } from '../secrets/sealed-place.ts'
import { sealedGateways } from '../store/gateways/update.ts'

/** Everything that is sealed. What has a lifetime of its own comes last: less of it is left. */
export const sealedPlaces: readonly SealedPlace[] = [
  sealedIntegrations,
  sealedGateways,
  sealedSigningKeys,
  sealedEvents,
]
