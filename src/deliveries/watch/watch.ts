import type { Database } from '../../db/database.ts'
import type { DisabledReason } from '../../integrations/integration.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { NoResponseReason } from '../attempt.ts'
import { type Failing, hasSucceededSince, noteFailing, noteSucceeding, periodOf } from '../jobs/failing.ts'
import type { Settlement } from '../jobs/settle.ts'

export type WatchOptions = {
  db: Database
  clock: Clock
  /** Seconds over which failures must be spread for an integration to be disabled. */
  disable_after: number
  /** Seconds to wait before each retry. */
  schedule: readonly number[]
  disable: (owner: Owner, integration_id: string, reason: Pick<DisabledReason, 'code' | 'detail'>) => Promise<void>
  onError: (error: unknown) => void
}

export type Watch = {
  settled(settlements: readonly Settlement[]): void
  /** The integration was disabled: when it is enabled again, its time of failing starts again. */
  forget(integration_id: string): void
}

/** Failures in each of so many parts of `disable_after` disable an integration: a single one after a quiet week does not. */
const PERIODS = 5

/** Failures on our side, which say nothing about the receiver. */
const OWN_FAILURES: readonly (NoResponseReason | null)[] = ['proxy', 'name-server', 'shutting-down']

/**
 * Observes settlements and disables integrations that are gone (410) or keep failing. It writes to the database only when
 * an integration starts or stops failing, and once in each period in which it fails.
 */
export function makeWatch(options: WatchOptions): Watch {
  const period_ms = (options.disable_after * SECOND) / PERIODS
  /** What this process knows of integrations that fail. */
  const failing = new Map<string, Failing>()

  async function observe(settlements: readonly Settlement[]) {
    for (const [integration_id, sent] of groupTelling(settlements)) {
      const owner = sent[0]?.job.event
      if (owner === undefined) continue
      if (sent.some(({ log }) => log?.succeeded)) await stopFailing(integration_id)
      else await keepFailing(owner, integration_id, sent)
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

  async function keepFailing(owner: Owner, integration_id: string, sent: readonly Settlement[]) {
    const now = options.clock()
    const known = failing.get(integration_id)
    const isNoted = known !== undefined && known.last_period >= periodOf(known, now, period_ms)
    const state = isNoted ? known : await noteFailing(options.db, integration_id, now, period_ms)
    failing.set(integration_id, state)
    if (now - state.since < options.disable_after * SECOND) return
    if (state.periods < PERIODS && !sent.some(isExhausted)) return
    failing.delete(integration_id)
    if (await hasSucceededSince(options.db, integration_id, state.since)) {
      return noteSucceeding(options.db, integration_id)
    }
    await options.disable(owner, integration_id, {
      code: 'failing',
      detail: `Every attempt has failed since ${new Date(state.since).toISOString()}.`,
    })
  }

  /** The job has failed with its last retry. */
  function isExhausted({ job, next }: Settlement): boolean {
    return next.status === 'failed' && job.step >= options.schedule.length
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

/** Of each integration the attempts that say something about its receiver. */
function groupTelling(settlements: readonly Settlement[]): Map<string, Settlement[]> {
  const groups = new Map<string, Settlement[]>()
  for (const settlement of settlements) {
    const { log } = settlement
    if (log === null || !log.attempted || OWN_FAILURES.includes(log.no_response_reason)) continue
    const group = groups.get(settlement.job.integration_id)
    if (group) group.push(settlement)
    else groups.set(settlement.job.integration_id, [settlement])
  }
  return groups
}
