import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { RangeChoice } from '../../../kit/list/list-block.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { useTaste } from '../../../kit/taste.ts'
import { DEFAULT_RANGE, formatDuration, parseRange, printRange, type Range, resolveRange } from '../../../kit/time.ts'
import { useRead } from '../../../kit/use-read.ts'
import { Chart } from '../../../ui/chart.tsx'
import { Section } from '../../../ui/section.tsx'
import { durationSeries, outcomeSeries, stepFor, timesOf } from '../rules/series.ts'
import classes from './health.module.css'

const READ_EVERY_MS = 30_000
const METRICS = 'attempts_succeeded,attempts_failed,duration_p50,duration_p95,duration_p99'
/** Of what the API keeps, when no beginning is chosen. */
const LONGEST: Range = { kind: 'last', amount: 30, unit: 'd' }

/** Outcomes and durations over a time, which a drag over a chart narrows. */
export function HealthCharts() {
  const [state, change] = useAddressState()
  const { time } = useTaste()
  const range = state.range === 'all' ? LONGEST : (parseRange(state.range ?? '') ?? DEFAULT_RANGE)
  const query = useSeries(range)
  const choose = (next: Range | 'all') => change({ range: next === 'all' ? 'all' : printRange(next) }, 'push')
  const drag = (from: number, to: number) => choose({ kind: 'between', from, to })
  const zone = time === 'utc' ? { timeZone: 'UTC' } : {}
  return (
    <Section title="Over time" actions={<RangeChoice range={range} onChange={choose} />}>
      <Loaded query={query} what="integration">
        {({ data }) => (
          <Stack gap="lg">
            <div>
              <h3 className={classes.chartTitle}>Attempts per {STEPS[data.step]}</h3>
              <Chart
                label={`Attempts per ${STEPS[data.step]}`}
                kind="bars"
                times={timesOf(data)}
                series={outcomeSeries(data)}
                onRange={drag}
                empty="Nothing was attempted in this time."
                height={180}
                {...zone}
              />
            </div>
            <div>
              <h3 className={classes.chartTitle}>Duration of attempts</h3>
              <Chart
                label="Duration of attempts"
                kind="lines"
                times={timesOf(data)}
                series={durationSeries(data)}
                format={formatDuration}
                onRange={drag}
                empty="No durations in this time."
                height={180}
                {...zone}
              />
            </div>
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

const STEPS = { '1m': 'minute', '5m': '5 minutes', '1h': 'hour', '1d': 'day' }

function useSeries(range: Range) {
  const integration_id = useParam('integration')
  const text = printRange(range)
  // A time without an end goes on while it is looked at: only its beginning is fixed.
  const times = useMemo(() => timesFor(text, Date.now()), [text])
  return useRead(
    '/v2/integrations/{integration_id}/series',
    { params: { path: { integration_id }, query: { metrics: METRICS, ...times } } },
    { every_ms: READ_EVERY_MS },
  )
}

function timesFor(text: string, now: number): { from: string; to?: string; step: string } {
  const range = parseRange(text) ?? DEFAULT_RANGE
  const { from, to } = resolveRange(range, now)
  const isOpen = range.kind === 'last' || range.to === null
  const step = stepFor(to - from)
  return { step, from: new Date(from).toISOString(), ...(isOpen ? {} : { to: new Date(to).toISOString() }) }
}
