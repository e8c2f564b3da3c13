import { type Integration, kindOf } from '../integrations/integration.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { DueJob, Reply, Verdict } from './attempt.ts'
import { judge } from './rules/judge.ts'
import type { Outcome } from './rules/pace.ts'
import { next } from './rules/schedule.ts'
import type { AttemptLog, Settlement } from './settle.ts'
import type { Courier, Sent } from './targets/target.ts'
import type { AttemptSpan, DeliveryTelemetry } from './telemetry.ts'

export type DeliverOptions = {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** Seconds to wait before each retry. */
  schedule: readonly number[]
  telemetry: Pick<DeliveryTelemetry, 'attempting'>
}

/** One attempt, from the leased job to what becomes of it. No transaction is open meanwhile. Never rejects. */
export async function deliver(
  options: DeliverOptions,
  courier: Courier,
  job: DueJob,
  integration: Integration,
): Promise<{ settlement: Settlement; outcome: Outcome }> {
  const span = options.telemetry.attempting(job, integration)
  const started_at = options.clock()
  const sent = await courier(inSpan(job, span), started_at).catch(failedCourier)
  const now = options.clock()
  const verdict = judge(sent.reply, now)
  span?.end(sent.reply, verdict)
  const settlement = {
    job,
    next: next(verdict, job, options.schedule, now, options.random()),
    log: { kind: kindOf(integration.integration_type), started_at, ...logOf(sent, verdict, now) },
  }
  return { settlement, outcome: outcomeOf(sent.reply, verdict) }
}

/** The job as the receiver is told of it: the attempt stands in the trace between the event and what the receiver does. */
function inSpan(job: DueJob, span: AttemptSpan | null): DueJob {
  return span === null ? job : { ...job, event: { ...job.event, traceparent: span.traceparent } }
}

/** A fault of our own must cost one attempt, not the job. */
function failedCourier(error: unknown): Sent {
  const detail = `The attempt could not be made: ${error instanceof Error ? error.message : 'unknown error'}.`
  return { request_headers: '{}', reply: { kind: 'silence', reason: 'other', detail, processing_time: 0 } }
}

function outcomeOf(reply: Reply, verdict: Verdict): Outcome {
  if (verdict.succeeded) return 'succeeded'
  return isOverloaded(reply) ? 'overloaded' : 'failed'
}

function isOverloaded(reply: Reply): boolean {
  switch (reply.kind) {
    case 'silence':
      return true
    case 'answer':
      return reply.status_code === 429 || reply.status_code >= 500
    case 'refused':
      return reply.overloaded
    case 'taken':
      return false
  }
}

function logOf(
  { request_headers, reply }: Sent,
  verdict: Verdict,
  now: number,
): Omit<AttemptLog, 'kind' | 'started_at'> {
  const answered = reply.kind !== 'silence'
  return {
    id: newId(now),
    succeeded: verdict.succeeded,
    answered,
    status_code: answered ? reply.status_code : null,
    processing_time: reply.processing_time,
    error_detail: verdict.succeeded ? null : verdict.detail,
    request_headers,
    response_headers: answered ? JSON.stringify(reply.headers) : null,
    body: answered ? reply.body : null,
    body_truncated: reply.kind === 'answer' && reply.body_truncated,
  }
}
