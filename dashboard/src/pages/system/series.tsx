import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { ResponseOf } from '../../api/queries.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { useZone } from '../../kit/cells/time.tsx'
import { RangeChoice } from '../../kit/list/list-block.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { seriesQuery, timesOf } from '../../kit/values/series.ts'
import { DEFAULT_RANGE, formatDuration, parseRange, printRange, type Range } from '../../kit/values/time.ts'
import { NOTHING_DELIVERED } from '../../messages/en.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SettingNote } from './metrics.tsx'

type Series = ResponseOf<'/v2/operations/series'>['data']
/** More bars would be too thin to distinguish. */
const MAX_BARS = 120
const POLL_INTERVAL_MS = 30_000

/** Activity of the deployment in a range, by default the last 24 hours. */
export function SystemSeries() {
  const [{ range: text }, change] = useAddressState()
  const range: Range = (text === undefined ? null : parseRange(text)) ?? DEFAULT_RANGE
  const printed = printRange(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range is its text, and begins when it is chosen.
  const query = useMemo(() => seriesQuery(range, Date.now(), MAX_BARS), [printed])
  const series = useRead('/v2/operations/series', { params: { query } }, { every_ms: POLL_INTERVAL_MS })
  const choose = (next: Range | 'all') => change({ range: next === 'all' ? '30d' : printRange(next) }, 'push')
  return (
    <Section title="Over time" actions={<RangeChoice range={range} onChange={choose} />}>
      <Loaded query={series}>
        {({ data }) => <Charts series={data} onRange={(from, to) => choose({ kind: 'between', from, to })} />}
      </Loaded>
      <SettingNote name="TIDINGS_SERIES_MINUTE_DAYS, TIDINGS_SERIES_HOUR_DAYS">How long they are kept:</SettingNote>
    </Section>
  )
}

type ChartsProps = { series: Series; onRange: (from: number, to: number) => void }

function Charts({ series, onRange }: ChartsProps) {
  const { metrics } = series
  const zone = useZone()
  const times = useMemo(() => timesOf(series), [series])
  const attempts = useMemo(
    () => [
      { name: 'Attempts that succeeded', tone: 'ok' as const, values: [...(metrics.attempts_succeeded ?? [])] },
      { name: 'Attempts that failed', tone: 'failed' as const, values: [...(metrics.attempts_failed ?? [])] },
    ],
    [metrics],
  )
  const latency = useMemo(
    () => [
      { name: 'Half', values: inMilliseconds(metrics.latency_p50) },
      { name: '99%', values: inMilliseconds(metrics.latency_p99) },
    ],
    [metrics],
  )
  return (
    <Stack gap="lg">
      <Chart
        label="Attempts to deliver"
        times={times}
        {...zone}
        series={attempts}
        kind="bars"
        onRange={onRange}
        empty={NOTHING_DELIVERED}
      />
      <Chart
        label="From an event to its first attempt"
        times={times}
        {...zone}
        series={latency}
        kind="lines"
        format={formatDuration}
        onRange={onRange}
        height={160}
        empty="No first attempts in this range."
      />
    </Stack>
  )
}

function inMilliseconds(seconds: readonly (number | null)[] = []): (number | null)[] {
  return seconds.map((one) => (one === null ? null : one * 1000))
}
