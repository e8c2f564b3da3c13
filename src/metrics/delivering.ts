import { Counter, Histogram, type Registry } from 'prom-client'
import type { AttemptLog, Settlement } from '../deliveries/jobs/settle.ts'
import { isFirstAttempt } from '../deliveries/rules/first-attempt.ts'
import type { DeliveryTelemetry } from '../deliveries/telemetry.ts'
import { targetKinds } from '../integrations/kinds/kinds.ts'
import { timeOfId } from '../kernel/ids.ts'
import { ATTEMPT_SECONDS, BATCH_SIZES, LATENCY_SECONDS, STATEMENT_SECONDS } from './buckets.ts'
import { tally } from './tally.ts'

export type Delivering = Omit<DeliveryTelemetry, 'attempting'>

/** Outcome of an attempt: `refused` is a response other than success, `unanswered` is no response. */
const ATTEMPT_OUTCOMES = ['succeeded', 'refused', 'unanswered'] as const
/** Outcome of the job. */
const OUTCOMES = ['succeeded', 'retrying', 'failed', 'cancelled'] as const

type Outcome = (typeof OUTCOMES)[number]

/** Registers metrics of deliveries. Settled batches are counted as a whole, except for two observations per attempt. */
export function delivering(registry: Registry): Delivering {
  const deliveries = deliveryCounter(registry)
  const observe = attemptHistograms(registry)
  const statement = settleHistograms(registry)
  const leases = leaseCounters(registry)
  return {
    settled(settlements, seconds) {
      statement(settlements.length, seconds)
      const counts = new Map<string, number>()
      for (const { job, next, log } of settlements) {
        const key = `${log?.kind ?? 'unknown'} ${next.status}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        if (log?.attempted) observe(job, log)
      }
      for (const [key, count] of counts) {
        const [kind = '', status = ''] = key.split(' ')
        deliveries.inc({ kind, outcome: status === 'pending' ? 'retrying' : status }, count)
      }
    },
    cancelled: ({ jobs }) => deliveries.inc({ kind: 'unknown', outcome: 'cancelled' }, jobs),
    settlementsRejected: refusedCounter(registry),
    alertSent: alertCounter(registry),
    ...leases,
  }
}

function refusedCounter(registry: Registry): Delivering['settlementsRejected'] {
  const refused = new Counter({
    name: 'tidings_settlements_refused_total',
    help: 'Attempts whose log the database rejected; the stored log has only the outcome, without headers, body and error.',
    registers: [registry],
  })
  return (settlements) => refused.inc(settlements)
}

function alertCounter(registry: Registry): Delivering['alertSent'] {
  const messages = new Counter({
    name: 'tidings_alert_messages_total',
    help: 'Messages of alerts by channel: `sent`, or `failed` once for each try.',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  })
  for (const channel of ['email', 'chat'])
    for (const outcome of ['sent', 'failed']) messages.inc({ channel, outcome }, 0)
  return (channel, outcome) => messages.inc({ channel, outcome })
}

function deliveryCounter(registry: Registry) {
  const deliveries = new Counter({
    name: 'tidings_deliveries_total',
    help:
      'Outcomes of jobs: `succeeded`, `retrying` (once for each attempt that another one follows), `failed` permanently, or ' +
      '`cancelled` because the integration is disabled or deleted; the kind of jobs that are cancelled without an attempt ' +
      'is `unknown`.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const zero = (kind: string, outcome: Outcome) => deliveries.inc({ kind, outcome }, 0)
  for (const kind of targetKinds) for (const outcome of OUTCOMES) zero(kind, outcome)
  zero('unknown', 'cancelled')
  return deliveries
}

function attemptHistograms(registry: Registry): (job: Settlement['job'], log: AttemptLog) => void {
  const series = targetKinds.flatMap((kind) => ATTEMPT_OUTCOMES.map((outcome) => ({ kind, outcome })))
  const durations = tally(registry, {
    name: 'tidings_attempt_duration_seconds',
    help:
      'Duration of an attempt, by outcome: `succeeded`, `refused` (a response that is not a success) or `unanswered` (no ' +
      'response).',
    buckets: ATTEMPT_SECONDS,
    series,
  })
  const latencies = tally(registry, {
    name: 'tidings_accept_to_attempt_seconds',
    help: 'Time from an event to the start of its first attempt; retries and replays are left out.',
    buckets: LATENCY_SECONDS,
    series,
  })
  const positions = new Map(series.map(({ kind, outcome }, index) => [`${kind} ${outcome}`, index]))
  return (job, log) => {
    const position = positions.get(`${log.kind} ${attemptOutcomeOf(log)}`) ?? -1
    durations[position]?.(log.processing_time)
    if (isFirstAttempt(job)) latencies[position]?.(Math.max(0, log.started_at - timeOfId(job.event.id)) / 1000)
  }
}

function attemptOutcomeOf(log: AttemptLog): (typeof ATTEMPT_OUTCOMES)[number] {
  if (log.succeeded) return 'succeeded'
  return log.responded ? 'refused' : 'unanswered'
}

function settleHistograms(registry: Registry): (jobs: number, seconds: number) => void {
  const batch = new Histogram({
    name: 'tidings_settle_batch_jobs',
    help: 'Settlements that were written by one statement.',
    buckets: BATCH_SIZES,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'tidings_settle_duration_seconds',
    help: 'Time until a batch of settlements is written, including retries while the database is unavailable.',
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  })
  return (jobs, seconds) => {
    batch.observe(jobs)
    duration.observe(seconds)
  }
}

function leaseCounters(registry: Registry): Pick<Delivering, 'swept' | 'expired'> {
  const workers = new Counter({
    name: 'tidings_workers_swept_total',
    help: 'Workers that this process found dead: their heartbeat had expired.',
    registers: [registry],
  })
  const leases = new Counter({
    name: 'tidings_leases_lost_total',
    help: 'Leases that their worker did not end: it was swept as `dead`, or the lease `expired`.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of ['dead', 'expired']) leases.inc({ reason }, 0)
  return {
    swept(count, freed) {
      workers.inc(count)
      leases.inc({ reason: 'dead' }, freed)
    },
    expired: (count) => leases.inc({ reason: 'expired' }, count),
  }
}
