import { newId } from '../../db/new-id.ts'
import type { DueJob, LeasedJob } from '../../events/jobs.ts'
import { codeHider, type Opened, openPayload } from '../../events/sealed.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { Clock } from '../../kernel/clock.ts'
import { storable, storableJson } from '../../kernel/text/storable.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import type { Reply, Verdict } from '../attempt.ts'
import type { AttemptLog, Settlement } from '../jobs/settle.ts'
import { isComplete, type LargePayloads } from '../large-payloads.ts'
import { judge } from '../rules/judge.ts'
import type { Outcome } from '../rules/pace.ts'
import { next } from '../rules/schedule.ts'
import { hideInReply } from '../targets/hide.ts'
import type { Sender, Sent } from '../targets/target.ts'
import type { AttemptSpan, DeliveryTelemetry } from '../telemetry.ts'
import type { Ended } from './lanes.ts'

export type DeliverOptions = {
  clock: Clock
  cipher: Pick<Cipher, 'open'>
  /** Returns a number in [0, 1). */
  random: () => number
  /** Seconds before each retry. */
  schedule: readonly number[]
  telemetry: Pick<DeliveryTelemetry, 'attempting'>
  largePayloads: Pick<LargePayloads, 'run'>
}

/** `ended` is null if no attempt was made. */
type Delivered = { settlement: Settlement; ended: Omit<Ended, 'number'> | null }

/**
 * Makes one attempt, from the leased job to its next state. Skips the attempt if the event has expired. Holds no transaction
 * open. Never rejects.
 */
export async function deliver(
  options: DeliverOptions,
  sender: Sender,
  job: LeasedJob,
  integration: EnabledIntegration,
): Promise<Delivered> {
  if (isComplete(job)) return deliverComplete(options, sender, job, integration)
  const { settlement, ended } = await options.largePayloads
    .run(job, (complete) => deliverComplete(options, sender, complete, integration))
    .catch((error: unknown) => attempt(options, () => Promise.reject(error), withoutPayload(job), integration))
  // The settlement refers to the original job, because it may wait and must not keep a large payload in memory.
  return { settlement: { ...settlement, job }, ended }
}

async function deliverComplete(
  options: DeliverOptions,
  sender: Sender,
  job: DueJob,
  integration: EnabledIntegration,
): Promise<Delivered> {
  const opened = openSealed(options, job)
  if (opened === null) return attempt(options, sender, job, integration)
  if (typeof opened === 'string') return unsent(options, job, integration, opened)
  return attemptWithCode(options, sender, job, integration, opened)
}

function withoutPayload(job: LeasedJob): DueJob {
  return { ...job, event: { ...job.event, payload: '' } }
}

/** The decrypted payload, null if the event is not encrypted, or the reason why it cannot be sent. */
function openSealed({ cipher, clock }: DeliverOptions, { event }: DueJob): Opened | null | string {
  try {
    const opened = openPayload(cipher, event)
    return opened !== null && opened.expires_at <= clock() ? EXPIRED : opened
  } catch {
    return UNREADABLE
  }
}

/** Maximum number of characters of a response body in a log; senders read at most 64 KiB. @operator */
const MAX_BODY_LENGTH = 65_536

const EXPIRED = 'The one-time password of this event has expired: it is no longer sent.'
const UNREADABLE = 'The event cannot be opened: it was encrypted with a key that this process does not have.'

async function attempt(
  options: DeliverOptions,
  sender: Sender,
  job: DueJob,
  integration: EnabledIntegration,
): Promise<Delivered> {
  const span = options.telemetry.attempting(job, integration)
  const started_at = options.clock()
  const sent = await sender(inSpan(job, span), started_at).catch(failedSender)
  const now = options.clock()
  const verdict = judge(sent.reply, now)
  span?.end(sent.reply, verdict)
  const settlement = {
    job,
    next: next(verdict, job, options.schedule, now, options.random()),
    log: logOf(sent, verdict, { kind: integration.kind, started_at, now }),
  }
  const retry_after = verdict.succeeded ? null : verdict.retry_after
  const outcome = outcomeOf(sent.reply, verdict)
  return { settlement, ended: { outcome, retry_after, seconds: sent.reply.processing_time } }
}

/** Settles the job with the encrypted event, and masks the code in the log of the reply. */
async function attemptWithCode(
  options: DeliverOptions,
  sender: Sender,
  job: DueJob,
  integration: EnabledIntegration,
  { payload, code, expires_at }: Opened,
): Promise<Delivered> {
  const hiding: Sender = async (opened, now) => {
    const sent = await sender({ ...opened, event: { ...opened.event, payload } }, now)
    if (code === null) return sent
    const hide = codeHider(code)
    return { ...sent, reply: hideInReply(sent.reply, { echoes: hide, sentences: hide }) }
  }
  const { settlement, ended } = await attempt(options, hiding, job, integration)
  const isTooLate = settlement.next.status === 'pending' && settlement.next.next_at >= expires_at
  return { settlement: isTooLate ? { ...settlement, next: { status: 'failed' } } : settlement, ended }
}

function unsent({ clock }: DeliverOptions, job: DueJob, integration: EnabledIntegration, detail: string): Delivered {
  const now = clock()
  const log = {
    id: newId(now),
    kind: integration.kind,
    started_at: now,
    attempted: false,
    succeeded: false,
    responded: false,
    status_code: null,
    processing_time: 0,
    error_detail: storable(detail),
    no_response_reason: null,
    request_headers: storableJson({}),
    response_headers: null,
    body: null,
    body_truncated: false,
  }
  return { settlement: { job, next: { status: 'failed' }, log }, ended: null }
}

/** The job in the attempt's span, which lies between the event and the spans of the receiver. */
function inSpan(job: DueJob, span: AttemptSpan | null): DueJob {
  return span === null ? job : { ...job, event: { ...job.event, traceparent: span.traceparent } }
}

/** An internal error must cost one attempt, not the job. */
function failedSender(error: unknown): Sent {
  const detail = `The attempt could not be made: ${error instanceof Error ? error.message : 'unknown error'}.`
  return { request_headers: {}, reply: { kind: 'no_response', reason: 'other', detail, processing_time: 0 } }
}

function outcomeOf(reply: Reply, verdict: Verdict): Outcome {
  if (verdict.succeeded) return 'succeeded'
  return isOverloaded(reply) ? 'overloaded' : 'failed'
}

function isOverloaded(reply: Reply): boolean {
  switch (reply.kind) {
    case 'no_response':
      return true
    case 'response':
      return reply.status_code === 429 || reply.status_code >= 500
    case 'refused':
      return reply.overloaded
    case 'accepted':
      return false
  }
}

function logOf(
  { request_headers, reply }: Sent,
  verdict: Verdict,
  { kind, started_at, now }: Pick<AttemptLog, 'kind' | 'started_at'> & { now: number },
): AttemptLog {
  const responded = reply.kind !== 'no_response'
  return {
    id: newId(now),
    kind,
    started_at,
    attempted: true,
    succeeded: verdict.succeeded,
    responded,
    status_code: responded ? reply.status_code : null,
    processing_time: reply.processing_time,
    error_detail: verdict.succeeded ? null : storable(verdict.detail),
    no_response_reason: responded ? null : reply.reason,
    request_headers: storableJson(request_headers),
    response_headers: responded ? storableJson(reply.headers) : null,
    body: responded ? storable(reply.body, MAX_BODY_LENGTH) : null,
    body_truncated: reply.kind === 'response' && reply.body_truncated,
  }
}
