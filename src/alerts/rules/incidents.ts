import type { Problem } from '../alert.ts'

/** A current problem of an integration, or a backlog above half of the threshold. */
export type Found = {
  owner_id: string
  alert_id: string
  integration_id: string
  problem: Problem
  detail: string
  /** Milliseconds since the epoch. */
  since: number
  /**
   * False for a backlog between half of the threshold and the threshold, which keeps an incident open, but opens none.
   */
  opens: boolean
}

export type OpenIncident = Pick<Found, 'owner_id' | 'alert_id' | 'integration_id' | 'problem'> & {
  id: string
  /** Null if no message about it was sent. */
  notified_at: Date | null
  /** True if the alert still reports the integration: both exist and are enabled. */
  is_reported: boolean
}

export type Changes = {
  opened: readonly Found[]
  /**
   * `is_notified` is true if a message reports the recovery: only after a message about the problem, and only for a
   * real recovery.
   */
  resolved: readonly { id: string; owner_id: string; is_notified: boolean }[]
}

/** Returns the incidents to open and to resolve. An integration that fails until it is disabled has not recovered. */
export function compareIncidents(open: readonly OpenIncident[], found: readonly Found[]): Changes {
  const known = new Set(open.map(keyOf))
  const persisting = new Set(found.map(keyOf))
  return {
    opened: found.filter((problem) => problem.opens && !known.has(keyOf(problem))),
    resolved: open
      .filter((incident) => !persisting.has(keyOf(incident)))
      .map(({ id, owner_id, notified_at, is_reported }) => ({
        id,
        owner_id,
        is_notified: notified_at !== null && is_reported,
      })),
  }
}

function keyOf({ alert_id, integration_id, problem }: Pick<Found, 'alert_id' | 'integration_id' | 'problem'>): string {
  return `${alert_id} ${integration_id} ${problem}`
}
