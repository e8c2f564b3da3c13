import { LRUCache } from 'lru-cache'
import { type Integration, kindOf, type TargetKind } from '../../integrations/integration.ts'
import type { Courier, Target } from '../targets/target.ts'

/** Integrations whose prepared courier (keys, address) is kept; any other is prepared again. */
const KEPT = 10_000

/** One courier per integration, made anew when the integration has changed. */
export class Couriers {
  readonly #targets: Readonly<Record<TargetKind, Target>>
  readonly #cache = new LRUCache<string, { revision: number; courier: Courier }>({ max: KEPT })

  constructor(targets: Readonly<Record<TargetKind, Target>>) {
    this.#targets = targets
  }

  of(integration: Integration): Courier {
    const known = this.#cache.get(integration.id)
    if (known?.revision === integration.revision) return known.courier
    const courier = this.#targets[kindOf(integration.integration_type)].courier(integration)
    this.#cache.set(integration.id, { revision: integration.revision, courier })
    return courier
  }
}
