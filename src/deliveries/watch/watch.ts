import type { Database } from '../../db/database.ts'
import type { DisabledReason } from '../../integrations/integration.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'
import { hasSucceededSince, noteFailing, noteSucceeding } from '../jobs/failing.ts'
import type { Settlement } from '../jobs/settle.ts'

export type WatchOptions = {
  db: Database
  clock: Clock
  /** Seconds of nothing but failures after which an integration is disabled. */
  disable_after: number
  disable: (owner: Owner, integration_id: string, reason: Omit<DisabledReason, 'at'>) => Promise<void>
  onError: (error: unknown) => void
}

export type Watch = {
  settled(settlements: readonly Settlement[]): void
  /** The integration was disabled: when it is enabled again, its time of failing starts again. */
  forget(integration_id: string): void
}

/**
 * Observes settlements and disables integrations that are gone (410) or have failed for too long. It writes to the database
 * only when an integration starts or stops failing.
 */
export function makeWatch(options: WatchOptions): Watch {
  /** Since when an integration fails, as far as this process has seen; milliseconds since the epoch. */
  const failing = new Map<string, number>()

  async function observe(settlements: readonly Settlement[]) {
    for (const [integration_id, sent] of groupSent(settlements)) {
      const owner = sent[0]?.job.event
      if (owner === undefined) continue
      if (sent.some(({ log }) => log?.succeeded)) await stopFailing(integration_id)
      else await keepFailing(owner, integration_id)
      if (sent.some(({ log }) => log?.status_code === 410)) {
        failing.delete(integration_id)
        await options.disable(owner, integration_id, {
          code: 'gone',
          detail: 'The endpoint responded with 410 Gone.',
        })
      }
    }
  }

  async function stopFailing(integration_id: string) {
    if (failing.delete(integration_id)) await noteSucceeding(options.db, integration_id)
  }

  async function keepFailing(owner: Owner, integration_id: string) {
    const now = options.clock()
    const since = failing.get(integration_id) ?? (await noteFailing(options.db, integration_id, now))
    failing.set(integration_id, since)
    if (now - since < options.disable_after * 1000) return
    failing.delete(integration_id)
    if (await hasSucceededSince(options.db, integration_id, since)) {
      return noteSucceeding(options.db, integration_id)
    }
    await options.disable(owner, integration_id, {
      code: 'failing',
      detail: `Every attempt has failed since ${new Date(since).toISOString()}.`,
    })
  }

  return {
    settled(settlements) {
      observe(settlements).catch(options.onError)
    },
    forget(integration_id) {
      failing.delete(integration_id)
    },
  }
}

function groupSent(settlements: readonly Settlement[]): Map<string, Settlement[]> {
  const groups = new Map<string, Settlement[]>()
  for (const settlement of settlements) {
    if (settlement.log === null || !settlement.log.attempted) continue
    const group = groups.get(settlement.job.integration_id)
    if (group) group.push(settlement)
    else groups.set(settlement.job.integration_id, [settlement])
  }
  return groups
}
