import type { EventDelivery } from '../../../generated/schema.ts'
import { formatDuration, formatRelative, formatUtc } from '../../../kit/values/time.ts'

type DeliveryTone = 'ok' | 'waiting' | 'failed' | 'off'

/** Outcome of an event at an integration: label, tone and explanation. */
export type DeliveryWords = { word: string; tone: DeliveryTone; sentence: string }

type EventFacts = { triggered_by: string; created_at: string }

/** Words for an entry of `ExplainEvent`; `event` comes from its `meta`. */
export function deliveryWords(delivery: EventDelivery, event: EventFacts, now: number): DeliveryWords {
  const { outcome, reason } = delivery
  if (outcome === 'none') return { word: 'No job', tone: 'off', sentence: `${whyNot(delivery, event)}.` }
  // The reason stays relevant after a later replay created a job.
  const before = reason === null ? '' : `${whyNot(delivery, event)}; `
  const sentence = `${before}${before === '' ? became(delivery, event, now) : lowerFirst(became(delivery, event, now))}.`
  return { ...OUTCOMES[outcome], sentence }
}

const OUTCOMES: Readonly<Record<Exclude<EventDelivery['outcome'], 'none'>, Omit<DeliveryWords, 'sentence'>>> = {
  delivered: { word: 'Delivered', tone: 'ok' },
  pending: { word: 'Pending', tone: 'waiting' },
  failed: { word: 'Failed', tone: 'failed' },
  cancelled: { word: 'Cancelled', tone: 'off' },
}

function became({ outcome, job, last_attempt }: EventDelivery, event: EventFacts, now: number): string {
  const error = last_attempt === null ? '' : reasonOf(last_attempt.error_detail)
  const attempts = job?.attempts ?? 0
  const replayed = job !== null && job.replay_id !== null ? ' by a replay' : ''
  switch (outcome) {
    case 'delivered':
      return `Delivered${replayed}${tookOf(attempts, replayed === '' ? last_attempt : null, event)}`
    case 'pending':
      return `${nextOf(job, now)}${replayed}${error}`
    case 'failed':
      return `Failed${replayed} after ${counted(attempts)}${error}`
    default:
      return `Cancelled${replayed}${attempts === 0 ? ' before the first attempt' : ` after ${counted(attempts)}`}${error}`
  }
}

function tookOf(attempts: number, last: EventDelivery['last_attempt'], { created_at }: EventFacts): string {
  const took =
    last === null ? '' : ` in ${formatDuration(Math.max(0, Date.parse(last.created_at) - Date.parse(created_at)))}`
  return attempts > 1 ? `${took} with ${counted(attempts)}` : took
}

function nextOf(job: EventDelivery['job'], now: number): string {
  const { attempts = 0, next_attempt_at = null, status } = job ?? {}
  if (status === 'delivering') return attempts > 1 ? `Attempt ${attempts} is in flight` : 'Is being delivered'
  if (next_attempt_at === null || Date.parse(next_attempt_at) <= now) return `Attempt ${attempts + 1} is due`
  return `Attempt ${attempts + 1} ${formatRelative(next_attempt_at, now)}`
}

/** Reason why no job was created, without a period. */
function whyNot({ reason, detail, since }: EventDelivery, { triggered_by }: EventFacts): string {
  const on = since === null ? '' : ` ${formatUtc(since)}`
  switch (reason) {
    case 'not_observed':
      return `Did not observe ${triggered_by} then`
    case 'observed_later':
      return `Did not observe ${triggered_by} then; it does now`
    case 'disabled':
      return disabledThen(on, detail)
    case 'created_later':
      return `Created later${on === '' ? '' : `:${on}`}`
    case 'deleted':
      return `Deleted before${on === '' ? '' : `:${on}`}`
    case 'filtered':
    case 'unknown':
    case null:
      return withoutPeriod(detail ?? 'It is not known why')
  }
}

/**
 * If the service disabled the integration, the time and reason are known; otherwise the time is only an upper bound.
 */
function disabledThen(on: string, detail: string | null): string {
  const [, why] = /^The service had disabled it: (.+)$/s.exec(detail ?? '') ?? []
  const since = on === '' ? '' : `, since${on}`
  if (why !== undefined) return `Disabled then${since}: ${withoutPeriod(why)}`
  return since === '' ? 'Disabled then' : `Disabled then${since} at the latest`
}

function reasonOf(error_detail: string): string {
  return error_detail === '' ? '' : `: ${withoutPeriod(error_detail)}`
}

function counted(attempts: number): string {
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
}

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
}
