import type { Database } from '../../db/database.ts'
import type { DisabledReason } from '../../integrations/integration.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { NoResponseReason } from '../attempt.ts'
import type { Settlement } from '../jobs/settle.ts'
import { FailingIntegrations } from './failing-integrations.ts'

export type WatchOptions = {
  db: Database
  clock: Clock
  /** Seconds over which failures must be spread for an integration to be disabled. */
  disable_after: number
  /** Seconds to wait before each retry. */
  schedule: readonly number[]
  disable: (owner: Owner, integration_id: string, reason: Pick<DisabledReason, 'code' | 'detail'>) => Promise<void>
  /** These integrations have failed in this process, and an attempt of another one has succeeded. */
  onRecovered: (integration_ids: readonly string[]) => void
  onError: (error: unknown) => void
}

export type Watch = {
  settled(settlements: readonly Settlement[]): void
  /** The integration was disabled: when it is enabled again, its time of failing starts again. */
  forget(integration_id: string): void
  close(): Promise<void>
}

/** Failures in each of so many parts of `disable_after` disable an integration: a single one after a quiet week does not. */
const PERIODS = 5

/** Failures on our side, which say nothing about the receiver. */
const OWN_FAILURES: readonly (NoResponseReason | null)[] = ['proxy', 'name-server', 'shutting-down']

/** Observes settlements and disables integrations that are gone (410) or keep failing. */
export function makeWatch(options: WatchOptions): Watch {
  const failing = new FailingIntegrations({ ...options, period_ms: (options.disable_after * SECOND) / PERIODS })

  async function observe(settlements: readonly Settlement[]) {
    for (const [integration_id, sent] of groupTelling(settlements)) {
      const owner = sent[0]?.job.event
      if (owner === undefined) continue
      if (sent.some(({ log }) => log?.succeeded)) await failing.succeeded(integration_id)
      else await keepFailing(owner, integration_id, sent)
      if (sent.some(({ log }) => log?.status_code === 410)) {
        failing.forget(integration_id)
        await options.disable(owner, integration_id, {
          code: 'gone',
          detail: 'The endpoint responded with 410 Gone.',
        })
      }
    }
  }

  async function keepFailing(owner: Owner, integration_id: string, sent: readonly Settlement[]) {
    const { since, periods } = await failing.failed(integration_id)
    if (options.clock() - since < options.disable_after * SECOND) return
    if (periods < PERIODS && !sent.some(isExhausted)) return
    failing.forget(integration_id)
    if (!(await failing.hasOnlyFailed(integration_id, since))) return
    await options.disable(owner, integration_id, {
      code: 'failing',
      detail: `Every attempt has failed since ${new Date(since).toISOString()}.`,
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
    forget: (integration_id) => failing.forget(integration_id),
    close: () => failing.close(),
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
