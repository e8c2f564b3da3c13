import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Series } from '../../../generated/schema.ts'
import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { useZone } from '../../../kit/cells/time.tsx'
import { RangeChoice } from '../../../kit/list/list-block.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { seriesQuery, timesOf } from '../../../kit/values/series.ts'
import { DEFAULT_RANGE, formatDuration, parseRange, printRange, type Range } from '../../../kit/values/time.ts'
import { Chart } from '../../../ui/charts/chart.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { durationSeries, outcomeSeries } from '../rules/series.ts'
import classes from './health.module.css'

const POLL_INTERVAL_MS = 30_000
/** Maximum number of bars that stay distinguishable. */
const MAX_BARS = 300
const METRICS = 'attempts_succeeded,attempts_failed,duration_p50,duration_p95,duration_p99'
/** Retention of the API; used without a chosen start. */
const MAX_RANGE: Range = { kind: 'last', amount: 30, unit: 'd' }

/** Charts of outcomes and durations. Dragging over a chart narrows the range. */
export function HealthCharts() {
  const [state, change] = useAddressState()
  const range = state.range === 'all' ? MAX_RANGE : (parseRange(state.range ?? '') ?? DEFAULT_RANGE)
  const query = useSeries(range)
  const choose = (next: Range | 'all') => change({ range: next === 'all' ? 'all' : printRange(next) }, 'push')
  const drag = (from: number, to: number) => choose({ kind: 'between', from, to })
  const zone = useZone()
  return (
    <Section title="Over time" actions={<RangeChoice range={range} onChange={choose} />}>
      <Loaded query={query} what="integration">
        {({ data }) => <Charts data={data} onRange={drag} zone={zone} />}
      </Loaded>
    </Section>
  )
}

type ChartsProps = { data: Series; onRange: (from: number, to: number) => void; zone: { timeZone?: string } }

/** Memoized, so that a refetch with equal values does not redraw the charts. */
function Charts({ data, onRange, zone }: ChartsProps) {
  const times = useMemo(() => timesOf(data), [data])
  const outcomes = useMemo(() => outcomeSeries(data), [data])
  const durations = useMemo(() => durationSeries(data), [data])
  return (
    <Stack gap="lg">
      <div>
        <h3 className={classes.chartTitle}>Attempts per {STEPS[data.step]}</h3>
        <Chart
          label={`Attempts per ${STEPS[data.step]}`}
          kind="bars"
          times={times}
          series={outcomes}
          onRange={onRange}
          empty="No attempts in this range."
          height={180}
          {...zone}
        />
      </div>
      <div>
        <h3 className={classes.chartTitle}>Duration of attempts</h3>
        <Chart
          label="Duration of attempts"
          kind="lines"
          times={times}
          series={durations}
          format={formatDuration}
          onRange={onRange}
          empty="No durations in this range."
          height={180}
          {...zone}
        />
      </div>
    </Stack>
  )
}

const STEPS = { '1m': 'minute', '5m': '5 minutes', '1h': 'hour', '1d': 'day' }

function useSeries(range: Range) {
  const integration_id = useParam('integration')
  const text = printRange(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range is its text, and begins when it is chosen.
  const times = useMemo(() => seriesQuery(range, Date.now(), MAX_BARS), [text])
  return useRead(
    '/v2/integrations/{integration_id}/series',
    { params: { path: { integration_id }, query: { metrics: METRICS, ...times } } },
    { every_ms: POLL_INTERVAL_MS },
  )
}
