import { LRUCache } from 'lru-cache'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { Sender } from '../targets/target.ts'
import { senderFor, type Targets } from '../targets/targets.ts'

/** Cached senders, each with the keys and the address of an integration. */
const MAX_SENDERS = 10_000

/** Caches one sender per integration until the integration changes. */
export class Senders {
  readonly #targets: Targets
  readonly #cache = new LRUCache<string, { revision: number; sender: Sender }>({ max: MAX_SENDERS })

  constructor(targets: Targets) {
    this.#targets = targets
  }

  of(integration: EnabledIntegration): Sender {
    const known = this.#cache.get(integration.id)
    if (known?.revision === integration.revision) return known.sender
    const sender = senderFor(this.#targets, integration)
    this.#cache.set(integration.id, { revision: integration.revision, sender })
    return sender
  }
}
