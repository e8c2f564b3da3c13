import type { Database } from '../../db/database.ts'
import type { DisabledReason } from '../../integrations/integration.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { NoResponseReason } from '../attempt.ts'
import type { Settlement } from '../jobs/settle.ts'
import { FailingIntegrations } from './failing-integrations.ts'

export type WatchOptions = {
  db: Database
  clock: Clock
  /** Seconds over which failures must be spread before an integration is disabled. */
  disable_after: number
  /** Seconds before each retry. */
  schedule: readonly number[]
  disable: (owner: Owner, integration_id: string, reason: Pick<DisabledReason, 'code' | 'detail'>) => Promise<void>
  /** Called with integrations that failed in this process and have since succeeded in another. */
  onRecovered: (integration_ids: readonly string[]) => void
  onError: (error: unknown) => void
}

export type Watch = {
  settled(settlements: readonly Settlement[]): void
  /** Restarts the period of failing of an integration that was disabled, for when it is enabled again. */
  forget(integration_id: string): void
  close(): Promise<void>
}

/**
 * Parts of `disable_after` that must each contain a failure before an integration is disabled, so that a single failure after a
 * quiet week is not enough.
 */
const PERIODS = 5

/** Failures on our side, which do not count against the receiver. */
const OWN_FAILURES: readonly (NoResponseReason | null)[] = ['proxy', 'name-server', 'shutting-down']

/** Observes settlements and disables integrations that are gone (410) or keep failing. */
export function makeWatch(options: WatchOptions): Watch {
  const failing = new FailingIntegrations({ ...options, period_ms: (options.disable_after * SECOND) / PERIODS })

  async function observe(settlements: readonly Settlement[]) {
    const groups = [...groupByIntegration(settlements)].map(([integration_id, sent]) => ({
      ...{ integration_id, sent },
      ...outcomeOf(sent),
    }))
    for (const { integration_id, outcome, at } of groups) failing.ended(integration_id, outcome, at)
    for (const { integration_id, sent, outcome, at } of groups) {
      const owner = sent[0]?.job.event
      if (owner === undefined) continue
      if (outcome === 'succeeded') await failing.succeeded(integration_id)
      else await recordFailure({ owner, integration_id, at }, sent)
      if (sent.some(({ log }) => log?.status_code === 410)) {
        failing.forget(integration_id)
        await options.disable(owner, integration_id, {
          code: 'gone',
          detail: 'The endpoint responded with 410 Gone.',
        })
      }
    }
  }

  type Failed = { owner: Owner; integration_id: string; at: number }

  async function recordFailure({ owner, integration_id, at }: Failed, sent: readonly Settlement[]) {
    const state = await failing.failed(integration_id, at)
    if (state === null) return
    const { since, periods } = state
    if (options.clock() - since < options.disable_after * SECOND) return
    if (periods < PERIODS && !sent.some(isExhausted)) return
    failing.forget(integration_id)
    if (!(await failing.hasOnlyFailed(integration_id, since))) return
    await options.disable(owner, integration_id, {
      code: 'failing',
      detail: `Every attempt has failed since ${new Date(since).toISOString()}.`,
    })
  }

  /** True if the job failed with its last retry. */
  function isExhausted({ job, next }: Settlement): boolean {
    return next.status === 'failed' && job.step >= options.schedule.length
  }

  return {
    settled(settlements) {
      observe(settlements).catch(options.onError)
    },
    forget: (integration_id) => failing.forget(integration_id),
    close: () => failing.close(),
  }
}

/** Outcome and end of attempts of one integration that were written together; a single success counts as success. */
function outcomeOf(sent: readonly Settlement[]): { outcome: 'succeeded' | 'failed'; at: number } {
  const succeeded = sent.filter(({ log }) => log?.succeeded)
  const counted = succeeded.length > 0 ? succeeded : sent
  const at = Math.max(...counted.map(({ log }) => (log === null ? 0 : timeOfId(log.id))))
  return { outcome: succeeded.length > 0 ? 'succeeded' : 'failed', at }
}

/** Groups attempts by integration, without those that do not depend on the receiver. */
function groupByIntegration(settlements: readonly Settlement[]): Map<string, Settlement[]> {
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
