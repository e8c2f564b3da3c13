import { SECOND } from '../../kernel/duration.ts'

export const HEALTH_STATUSES = ['healthy', 'idle', 'degraded', 'failing', 'disabled'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** Facts that determine the status of an integration; attempts are those of the last hour. */
export type StatusFacts = { enabled: boolean; probing: boolean; attempts: number; succeeded: number }

export function statusOf({ enabled, probing, attempts, succeeded }: StatusFacts): HealthStatus {
  if (!enabled) return 'disabled'
  if (probing) return 'failing'
  if (attempts === 0) return 'idle'
  if (succeeded === 0) return 'failing'
  return succeeded === attempts ? 'healthy' : 'degraded'
}

/** Facts for the summary of an integration. Times are in milliseconds since the epoch. */
export type SummaryFacts = {
  status: HealthStatus
  attempts: number
  succeeded: number
  /** Reason and time if the service disabled it; null if a client did. */
  disabled: { detail: string; at: number } | null
  failing_since: number | null
  /** Last failed attempt within the last hour. */
  failure: { at: number; status_code: number | null; detail: string } | null
  /** Interval between probes; null while the integration is not probed. */
  probe_every_ms: number | null
  /** Unfinished jobs; a lower bound if `more` is true. */
  jobs: number
  more: boolean
  /** True if jobs wait for the rate limit of the integration. */
  limited: boolean
  /** Time for which attempts could not be written; null while they can. */
  unsettled_seconds: number | null
}

/** Summary of the health as a sentence: the status, since when, why, and the consequences. Times are in UTC. */
export function summaryOf(facts: SummaryFacts, now: number): string {
  return `${[stateOf(facts, now), probesOf(facts), waitingOf(facts), unsettledOf(facts)].filter((part) => part !== null).join('; ')}.`
}

function stateOf(facts: SummaryFacts, now: number): string {
  const { status, attempts, succeeded, disabled, failing_since, failure } = facts
  const reason = failure === null ? '' : `: ${reasonOf(failure)}`
  switch (status) {
    case 'disabled':
      return disabled === null
        ? 'Disabled'
        : `Disabled since ${timeOf(disabled.at, now)}: ${withoutPeriod(disabled.detail)}`
    case 'idle':
      return 'No attempt in the last hour'
    case 'healthy':
      return attempts === 1
        ? 'The attempt of the last hour succeeded'
        : `All ${count(attempts)} attempts of the last hour succeeded`
    case 'degraded': {
      const last = failure === null ? '' : `, the last at ${timeOf(failure.at, now)}${reason}`
      return `${count(attempts - succeeded)} of ${count(attempts)} attempts of the last hour failed${last}`
    }
    case 'failing':
      return failing_since === null ? `Fails${reason}` : `Fails since ${timeOf(failing_since, now)}${reason}`
  }
}

function probesOf({ status, probe_every_ms }: SummaryFacts): string | null {
  if (status !== 'failing' || probe_every_ms === null) return null
  return `one probe every ${Math.max(1, Math.round(probe_every_ms / SECOND))} s`
}

function waitingOf({ jobs, more, limited }: SummaryFacts): string | null {
  if (jobs === 0) return null
  const waiting = `${count(jobs)}${more ? ' or more' : ''} ${jobs === 1 ? 'job waits' : 'jobs wait'}`
  return limited ? `${waiting} for the rate limit` : waiting
}

function unsettledOf({ unsettled_seconds: seconds }: SummaryFacts): string | null {
  return seconds === null ? null : `its attempts could not be written to the database for ${seconds} s`
}

/** Failure reason from a log, without its boilerplate. */
function reasonOf({ status_code, detail }: { status_code: number | null; detail: string }): string {
  const [, status] = /^Received a status code outside of 2xx range \((\d{3}[^)]*)\)/.exec(detail) ?? []
  if (status !== undefined) return `the response is ${status}`
  const reason = withoutPeriod(detail.replace(/ - treating webhook as a fail$/, ''))
  return reason === '' && status_code !== null ? `the response is ${status_code}` : reason
}

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** Formats `14:02 UTC`, with the date unless it is today. */
function timeOf(time: number, now: number): string {
  const [date = '', clock = ''] = new Date(time).toISOString().split('T')
  const isToday = new Date(now).toISOString().startsWith(date)
  return `${isToday ? '' : `${date} `}${clock.slice(0, 5)} UTC`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
