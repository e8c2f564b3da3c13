import { MINUTE } from '../../kernel/duration.ts'
import type { Found } from './incidents.ts'

export type Facts = {
  owner_id: string
  alert_id: string
  integration_id: string
  failing_since: Date | null
  failing_minutes: number | null
  disabled_reason: { detail: string; at: string } | null
  /** Number of waiting jobs, counted up to one more than the highest threshold; null if no alert needs it. */
  waiting: number | null
  backlog: number | null
}

/** Returns the problems of an integration for one alert; `now` in milliseconds since the epoch. */
export function problemsIn(facts: Facts, now: number): Found[] {
  const { owner_id, alert_id, integration_id } = facts
  const of = { owner_id, alert_id, integration_id, opens: true }
  const found: Found[] = []
  const { failing_since, failing_minutes, disabled_reason, waiting, backlog } = facts
  if (failing_since !== null && failing_minutes !== null && failing_since.getTime() <= now - failing_minutes * MINUTE)
    found.push({
      ...of,
      problem: 'failing',
      detail: `Every attempt for more than ${failing_minutes} ${failing_minutes === 1 ? 'minute' : 'minutes'} has failed.`,
      since: failing_since.getTime(),
    })
  if (disabled_reason !== null)
    found.push({
      ...of,
      problem: 'disabled',
      detail: `The service has disabled it, and its events are not delivered. ${disabled_reason.detail}`,
      since: Date.parse(disabled_reason.at),
    })
  if (waiting !== null && backlog !== null && waiting > backlog / 2)
    found.push({
      ...of,
      problem: 'backlog',
      detail: `More than ${backlog} deliveries wait.`,
      since: now,
      opens: waiting > backlog,
    })
  return found
}
