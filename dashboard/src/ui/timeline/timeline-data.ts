import { durationText } from '../duration.ts'
import type { Tone } from '../status.tsx'
import { compressedAxis, type TimeAxis } from './timeline-axis.ts'

export type TimelineKind = 'instant' | 'waiting' | 'delay' | 'running' | 'succeeded' | 'failed' | 'next'

export type TimelineSpan = {
  /** Milliseconds since 1970. */
  from: number
  /** Equal to `from` if there is no duration; undefined while ongoing. */
  to?: number
  /**
   * `instant`: a moment. `waiting`: in the queue. `delay`: until the next attempt. `running`, `succeeded`, `failed`: an
   * attempt. `next`: a future attempt.
   */
  kind: TimelineKind
  /** "Attempt 1". */
  label: string
  /** "Connection refused", "Retry-After 600". */
  detail?: string
}

export type TimelineLane = { label: string; spans: TimelineSpan[] }

type Meaning = { tone: Tone; word: string }

export const MEANINGS: Record<TimelineKind, Meaning> = {
  instant: { tone: 'working', word: '' },
  waiting: { tone: 'waiting', word: 'waiting' },
  delay: { tone: 'warning', word: 'delay' },
  running: { tone: 'working', word: 'running' },
  succeeded: { tone: 'ok', word: 'succeeded' },
  failed: { tone: 'failed', word: 'failed' },
  next: { tone: 'waiting', word: 'planned' },
}

export function endOf({ from, to, kind }: TimelineSpan, now: number): number {
  return kind === 'instant' || kind === 'next' ? from : Math.max(from, to ?? now)
}

export function hasDuration(span: TimelineSpan, now: number): boolean {
  return endOf(span, now) > span.from
}

/** Axis over all starts and ends. */
export function axisOf(lanes: TimelineLane[], now: number): TimeAxis {
  return compressedAxis(lanes.flatMap(({ spans }) => spans.flatMap((span) => [span.from, endOf(span, now)])))
}

/** Span in words, for screen readers and the tooltip: "Attempt 1, failed, 12 ms: Connection refused". */
export function spanWords(span: TimelineSpan, now: number): string {
  const { word } = MEANINGS[span.kind]
  const duration = hasDuration(span, now) ? durationText(endOf(span, now) - span.from) : ''
  const meaning = span.label.toLowerCase().includes(word) ? '' : word
  const head = [span.label, meaning, duration].filter((part) => part !== '').join(', ')
  return span.detail === undefined ? head : `${head}: ${span.detail}`
}

/** Spans in chronological order. */
export function inOrder(lanes: TimelineLane[]): { lane: string; span: TimelineSpan }[] {
  return lanes
    .flatMap(({ label, spans }) => spans.map((span) => ({ lane: label, span })))
    .sort((one, other) => one.span.from - other.span.from)
}
