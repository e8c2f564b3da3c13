import { Text, Tooltip } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../preferences.ts'
import { useNow } from '../values/now.ts'
import { formatFull, formatRelative, formatTime, formatUtc, inZone } from '../values/time.ts'

type TimeProps = {
  /** ISO 8601, as in the API; shown as a dash if absent. */
  at: string | null | undefined
}

/** Time in the preferred style. The tooltip shows all three styles, to the millisecond. */
export const Time = memo(TimeText)

function TimeText({ at }: TimeProps) {
  const { time } = usePreferences()
  const now = useNow()
  const place = useRef<HTMLTimeElement>(null)
  const [isPointed, pointer] = useDelayedHover()
  if (at === null || at === undefined) return <Nothing />
  return (
    <>
      <time ref={place} dateTime={at} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...pointer}>
        {formatTime(at, time, now)}
      </time>
      {/* Mounted on hover only: in a long list, a tooltip per time would be half of a row's cost. */}
      {isPointed && (
        <Tooltip
          target={place}
          opened
          multiline
          maw={420}
          label={`${formatFull(at)} · ${formatUtc(at)} · ${formatRelative(at, now)}`}
        />
      )}
    </>
  )
}

/** Zone of the times of a page: UTC if preferred, otherwise the browser's. */
export function useZone(): { timeZone?: string } {
  return usePreferences().time === 'utc' ? UTC : LOCAL
}

const UTC = { timeZone: 'UTC' }
const LOCAL = {}

/** Sentence whose times are in UTC, in the zone of the page. */
export function InZone({ children }: { children: string }) {
  return useInZone()(children)
}

/** Prints sentences whose times are in UTC in the zone of the page. */
export function useInZone(): (sentence: string) => string {
  const { time } = usePreferences()
  const now = useNow()
  return (sentence) => inZone(sentence, time, now)
}

const HOVERED_AFTER_MS = 300

/** True once the pointer has rested on the element for a moment. */
function useDelayedHover() {
  const [isHovered, hover] = useState(false)
  const timer = useRef<number>(undefined)
  const end = () => {
    window.clearTimeout(timer.current)
    hover(false)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const onPointerEnter = () => {
    timer.current = window.setTimeout(() => hover(true), HOVERED_AFTER_MS)
  }
  return [isHovered, { onPointerEnter, onPointerLeave: end }] as const
}

/** Placeholder of an absent value. */
export function Nothing() {
  return (
    <Text span c="dimmed" size="sm" aria-label="none">
      –
    </Text>
  )
}
