import { LRUCache } from 'lru-cache'
import { type Integration, kindOf, type TargetKind } from '../../integrations/integration.ts'
import type { Sender, Target } from '../targets/target.ts'

/** Integrations whose prepared sender (keys, address) is kept; any other is prepared again. */
const KEPT = 10_000

/** One sender per integration, made anew when the integration has changed. */
export class Senders {
  readonly #targets: Readonly<Record<TargetKind, Target>>
  readonly #cache = new LRUCache<string, { revision: number; sender: Sender }>({ max: KEPT })

  constructor(targets: Readonly<Record<TargetKind, Target>>) {
    this.#targets = targets
  }

  of(integration: Integration): Sender {
    const known = this.#cache.get(integration.id)
    if (known?.revision === integration.revision) return known.sender
    const sender = this.#targets[kindOf(integration.integration_type)].sender(integration)
    this.#cache.set(integration.id, { revision: integration.revision, sender })
    return sender
  }
}
