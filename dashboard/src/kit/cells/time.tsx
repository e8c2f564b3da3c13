import { Text, Tooltip } from '@mantine/core'
import { useTaste } from '../taste.ts'
import { useNow } from '../values/now.ts'
import { formatFull, formatRelative, formatTime, formatUtc } from '../values/time.ts'

type TimeProps = {
  /** As the API says it; a dash without it. */
  at: string | null | undefined
}

/** A time as the person has chosen to see times. All three ways, to the millisecond, are in its tooltip. */
export function Time({ at }: TimeProps) {
  const { time } = useTaste()
  const now = useNow()
  if (at === null || at === undefined) return <Nothing />
  const label = `${formatFull(at)} · ${formatUtc(at)} · ${formatRelative(at, now)}`
  return (
    <Tooltip label={label} multiline maw={420} openDelay={300}>
      <time dateTime={at} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formatTime(at, time, now)}
      </time>
    </Tooltip>
  )
}

/** What stands where there is no value. */
export function Nothing() {
  return (
    <Text span c="dimmed" size="sm" aria-label="none">
      –
    </Text>
  )
}
