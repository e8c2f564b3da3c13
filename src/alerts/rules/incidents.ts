import type { Problem } from '../alert.ts'

/** A problem that an integration has now, or a backlog that is above half of the bound. */
export type Found = {
  owner_id: string
  alert_id: string
  integration_id: string
  problem: Problem
  /** What is wrong, in a sentence. */
  detail: string
  /** Milliseconds since the epoch. */
  since: number
  /** A backlog above the bound; one between half of the bound and the bound keeps an incident open, but opens none. */
  opens: boolean
}

export type OpenIncident = Pick<Found, 'owner_id' | 'alert_id' | 'integration_id' | 'problem'> & {
  id: string
  /** Null when no message about it has been sent. */
  notified_at: Date | null
  /** Whether the alert still reports the integration: both exist, the alert is enabled and the integration too. */
  is_reported: boolean
}

export type Changes = {
  opened: readonly Found[]
  /** With whether people hear that all is well: only those who heard of the problem, and only when it is. */
  resolved: readonly { id: string; owner_id: string; is_notified: boolean }[]
}

/** What has begun and what is over. An integration that fails until it is disabled is not well again. */
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
