import { Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Countdown, useCurrentSecond } from '../countdown.tsx'
import { durationText } from '../duration.ts'
import { Status, StatusShape } from '../status.tsx'
import classes from './timeline.module.css'
import { labeledMoments, type TimeAxis } from './timeline-axis.ts'
import {
  axisOf,
  endOf,
  hasDuration,
  inOrder,
  MEANINGS,
  spanWords,
  type TimelineKind,
  type TimelineLane,
  type TimelineSpan,
} from './timeline-data.ts'

type TimelineProps = {
  /** Accessible name: "Delivery to ERP orders". */
  label: string
  lanes: TimelineLane[]
  /** Formats a moment. */
  formatTime: (time: number) => string
}

/** Minimum distance of two axis labels, as a fraction of the width. */
const LABEL_DISTANCE = 0.12
/** Labels beyond this position are right-aligned with their mark. */
const LAST_FROM = 0.96

/** Timeline in lanes; a list on narrow screens. Long parts of the axis are compressed and marked. */
export function Timeline({ label, lanes, formatTime }: TimelineProps) {
  const now = useNow(lanes)
  const axis = axisOf(lanes, now)
  const next = lanes.flatMap(({ spans }) => spans).find(({ kind }) => kind === 'next')
  return (
    <div className={classes.timeline}>
      <div className={classes.wide}>
        <ul className={classes.lanes} aria-label={label}>
          {lanes.map((lane) => (
            <Lane key={lane.label} lane={lane} axis={axis} now={now} formatTime={formatTime} />
          ))}
        </ul>
        <Axis axis={axis} formatTime={formatTime} />
      </div>
      <ol className={classes.list} aria-label={label}>
        {inOrder(lanes).map(({ lane, span }) => (
          <ListItem key={`${lane} ${span.kind} ${span.from}`} span={span} now={now} formatTime={formatTime} />
        ))}
      </ol>
      {next !== undefined && (
        <p className={classes.next}>
          <Status tone="waiting">
            {next.label} <Countdown to={next.from} />
          </Status>
        </p>
      )}
    </div>
  )
}

/** Stops updating once all spans have ended. */
function useNow(lanes: TimelineLane[]): number {
  const second = useCurrentSecond()
  const open = lanes.some(({ spans }) => spans.some(({ to, kind }) => to === undefined && kind !== 'next'))
  return open ? second * 1_000 : 0
}

type FormatTime = (time: number) => string
type LaneProps = { lane: TimelineLane; axis: TimeAxis; now: number; formatTime: FormatTime }

function Lane({ lane, axis, now, formatTime }: LaneProps) {
  return (
    <li className={classes.lane}>
      <div className={classes.laneLabel}>{lane.label}</div>
      <div className={classes.track}>
        <Breaks axis={axis} />
        {lane.spans.map((span) => (
          <Span key={`${span.kind} ${span.from}`} span={span} axis={axis} now={now} formatTime={formatTime} />
        ))}
      </div>
    </li>
  )
}

type SpanProps = { span: TimelineSpan; axis: TimeAxis; now: number; formatTime: FormatTime }

function Span({ span, axis, now, formatTime }: SpanProps) {
  const long = hasDuration(span, now)
  const [start, end] = [axis.at(span.from), axis.at(endOf(span, now))]
  const words = spanWords(span, now)
  // Touch screens have no hover.
  const [isPressed, setPressed] = useState(false)
  const place = long ? { left: percent(start), width: percent(end - start) } : { left: percent(start) }
  return (
    <Tooltip
      label={<SpanTooltip span={span} words={words} formatTime={formatTime} />}
      {...(isPressed ? { opened: true } : {})}
    >
      <UnstyledButton
        onClick={() => setPressed(!isPressed)}
        onBlur={() => setPressed(false)}
        className={classes.span}
        data-kind={span.kind}
        data-long={long || undefined}
        style={place}
        aria-label={`${words}, ${formatTime(span.from)}`}
      >
        {span.kind !== 'waiting' && span.kind !== 'delay' && <Shape kind={span.kind} size={long ? 9 : 12} />}
        {long && <span className={classes.duration}>{durationText(endOf(span, now) - span.from)}</span>}
      </UnstyledButton>
    </Tooltip>
  )
}

/** A diamond marks a moment, which has no outcome. */
function Shape({ kind, size }: { kind: TimelineKind; size: number }) {
  if (kind === 'instant') return <span className={classes.diamond} />
  return <StatusShape tone={MEANINGS[kind].tone} size={size} />
}

function SpanTooltip({ span, words, formatTime }: { span: TimelineSpan; words: string; formatTime: FormatTime }) {
  return (
    <>
      <div>{words}</div>
      <div className={classes.tooltipTime}>
        {formatTime(span.from)}
        {span.to !== undefined && span.to !== span.from && ` to ${formatTime(span.to)}`}
      </div>
    </>
  )
}

/** Keeps clear of the duration in the middle. */
const BREAK_AT = 0.82

/** Marks where the axis is compressed. */
function Breaks({ axis }: { axis: TimeAxis }) {
  return axis.parts
    .filter(({ compressed }) => compressed)
    .map(({ from, start, end }) => (
      <span key={from} className={classes.break} style={{ left: percent(start + BREAK_AT * (end - start)) }} />
    ))
}

function Axis({ axis, formatTime }: { axis: TimeAxis; formatTime: FormatTime }) {
  const [first, ...later] = labeledMoments(axis, LABEL_DISTANCE)
  if (first === undefined) return null
  return (
    <div className={classes.axis} aria-hidden="true">
      <div className={classes.laneLabel}>{formatTime(first)}</div>
      <div className={classes.marks}>
        <span className={classes.mark} style={{ left: 0 }}>
          0
        </span>
        {later.map((time) => (
          <span
            key={time}
            className={classes.mark}
            data-last={axis.at(time) > LAST_FROM || undefined}
            style={{ left: percent(axis.at(time)) }}
          >
            +{durationText(time - first)}
          </span>
        ))}
      </div>
    </div>
  )
}

function ListItem({ span, now, formatTime }: { span: TimelineSpan; now: number; formatTime: FormatTime }) {
  return (
    <li className={classes.item}>
      <Shape kind={span.kind} size={11} />
      <div>
        <div>{spanWords(span, now)}</div>
        <div className={classes.itemTime}>{formatTime(span.from)}</div>
      </div>
    </li>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`
}
