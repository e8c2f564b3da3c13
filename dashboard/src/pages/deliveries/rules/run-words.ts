import type {
  IntegrationJobRun,
  IntegrationJobRunPreview,
  IntegrationReplay,
  IntegrationReplayPreview,
} from '../../../generated/schema.ts'
import { formatDuration, formatUtc } from '../../../kit/values/time.ts'
import type { Tone } from '../../../ui/status.tsx'

const NUMBER = new Intl.NumberFormat('en-US')

export type Progressing = IntegrationJobRun['status']

/** Shared by runs and replays. */
export const PROGRESS_STATUS = {
  running: { word: 'Running', tone: 'working' },
  paused: { word: 'Paused', tone: 'warning' },
  completed: { word: 'Completed', tone: 'ok' },
  cancelled: { word: 'Cancelled', tone: 'off' },
} as const satisfies Record<Progressing, { word: string; tone: Tone }>

export function countOf(count: number, one: string): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : `${one}s`}`
}

type Total = IntegrationJobRun['total']

/** "3,000 jobs", "at least 100,000 jobs". */
export function totalOf({ count, method }: Total): string {
  return `${method === 'exact' ? '' : 'at least '}${countOf(count, 'job')}`
}

/** Effects of a retry, before it starts. */
export function retrySentences(preview: IntegrationJobRunPreview, rate: number): string[] {
  const { total, integrations } = preview
  const ordered = integrations.filter((one) => one.ordered)
  const disabled = integrations.filter((one) => !one.enabled)
  const lasts = lastsAt(rate, total.count)
  return [
    `At most ${countOf(rate, 'job')} a second are made due, so it takes about ${lasts}. New events go first.`,
    ordered.length > 0
      ? `${namesOf(ordered)} ${ordered.length === 1 ? 'is' : 'are'} ordered: jobs of one resource are delivered one after another, oldest first. Later deliveries are not repeated.`
      : 'Receivers may get events in another order than they happened: the integration is not ordered.',
    ...(disabled.length > 0 ? [`Jobs of ${namesOf(disabled)} are skipped: it is disabled.`] : []),
  ]
}

function lastsAt(rate: number, count: number): string {
  return formatDuration(Math.max(1, Math.ceil(count / Math.max(1, rate))) * 1000)
}

/** Effects of a replay, before it starts. */
export function replaySentence(
  { total, reached }: IntegrationReplayPreview,
  rate: number,
  isOfEvents: boolean,
): string {
  if (total.method === 'lower_bound')
    return `It would create ${totalOf(total)}: events until ${formatUtc(reached)} were counted.`
  if (total.count === 0)
    return `It would create no job: ${isOfEvents ? NOT_REPLAYED : 'nothing in this range matches'}.`
  return `It would create ${totalOf(total)}, in about ${lastsAt(rate, total.count)}.`
}

const NOT_REPLAYED = 'the integration’s filter excludes it, or it contains a one-time password'

function namesOf(integrations: readonly { name: string }[]): string {
  return integrations.map(({ name }) => `“${name}”`).join(', ')
}

const SKIPPED: Readonly<Record<string, string>> = {
  integration_disabled: 'integration is disabled',
  delivering: 'an attempt was in flight',
  expired: 'the one-time password of the event has expired',
  over: 'nothing to cancel',
  gone: 'deleted since',
}

export function skippedWord(reason: string): string {
  return SKIPPED[reason] ?? reason
}

/** Subject of a run in words. */
export function runSubject({ action, job_ids, statuses, keys }: IntegrationJobRun): string {
  const verb = action === 'retry' ? 'Retry' : 'Cancel'
  if (job_ids !== null) return `${verb} ${countOf(job_ids.length, 'named job')}`
  const what = action === 'cancel' ? 'pending' : statuses.join(' and ')
  return `${verb} ${what} jobs${keys === null ? '' : ` of ${keys.join(', ')}`}`
}

export const SELECTIONS = {
  failed: { name: 'Failed', detail: 'Deliveries to this integration that were given up.' },
  cancelled: {
    name: 'Cancelled',
    detail: 'Events whose job was cancelled when the integration was disabled, and that it did not receive otherwise.',
  },
  missed: {
    name: 'Missed',
    detail: 'Events that it observes now and has no job for, because it was disabled or did not observe them.',
  },
  all: {
    name: 'Everything',
    detail: 'Every event in the range, even from before the integration existed. Delivered events are delivered again.',
  },
} as const satisfies Record<IntegrationReplay['selection'], { name: string; detail: string }>

/** Subject of a replay in a word or two. */
export function whatOf({ event_ids, selection }: Pick<IntegrationReplay, 'event_ids' | 'selection'>): string {
  return event_ids === null ? SELECTIONS[selection].name : countOf(event_ids.length, 'event')
}
