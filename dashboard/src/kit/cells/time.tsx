import { Text, Tooltip } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../preferences.ts'
import { useNow } from '../values/now.ts'
import { formatFull, formatRelative, formatTime, formatUtc } from '../values/time.ts'

type TimeProps = {
  /** As the API says it; a dash without it. */
  at: string | null | undefined
}

/** A time as the person has chosen to see times. All three ways, to the millisecond, are in its tooltip. */
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
      {/* Lists show many times: a tooltip for each would be half of what a row costs. */}
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

const HOVERED_AFTER_MS = 300

/** Whether the pointer has rested on an element for a moment. */
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

/** What stands where there is no value. */
export function Nothing() {
  return (
    <Text span c="dimmed" size="sm" aria-label="none">
      –
    </Text>
  )
}
