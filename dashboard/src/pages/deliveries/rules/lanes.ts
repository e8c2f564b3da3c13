import { capitalized } from '../../../kit/form/words.ts'
import type { TimelineLane, TimelineSpan } from '../../../ui/timeline/timeline-data.ts'
import { type Span, type TimelineFacts, timelineOf } from '../../integrations/rules/timeline.ts'

/** Lanes of an event's delivery. The last wait of an unfinished job is open-ended. */
export function deliveryLanes(facts: TimelineFacts, event_at: string, now: number): TimelineLane[] {
  const { lanes } = timelineOf([facts], { created_at: event_at }, now)
  const isWaiting = facts.job.status === 'pending' || facts.job.status === 'delivering'
  const [first, ...rest] = lanes[0]?.spans ?? []
  // If the job is as old as its event, a separate mark would overlap the span that starts in the same millisecond.
  const begins = first === undefined || first.kind === 'event' ? first : { ...first, detail: atOnce(first) }
  const spans = begins === undefined ? [] : [begins, ...rest]
  const lane = { label: facts.label, spans: spans.map((span) => shown(span, isWaiting, now)) }
  return [lane]
}

function atOnce({ detail }: Span): string {
  return detail === '' ? 'Job created at once.' : `Job created at once. ${detail}`
}

function shown(span: Span, isWaiting: boolean, now: number): TimelineSpan {
  const { from, to, kind, outcome, label, detail } = span
  const words = { label: capitalized(label), ...(detail === '' ? {} : { detail }) }
  switch (kind) {
    case 'event':
      return { kind: 'instant', from, ...words }
    case 'next':
      return { kind: 'next', from: to, label: 'Next attempt', ...(detail === '' ? {} : { detail }) }
    case 'attempt':
      return { kind: outcome === 'succeeded' ? 'succeeded' : 'failed', from, to, ...words }
    case 'accepted':
    case 'wait': {
      const goesOn = isWaiting && to === now
      const running = goesOn && label === 'in flight'
      return {
        kind: running ? 'running' : kind === 'accepted' ? 'waiting' : 'delay',
        from,
        ...(goesOn ? {} : { to }),
        ...words,
      }
    }
  }
}
