import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { ResponseOf } from '../../api/queries.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { useZone } from '../../kit/cells/time.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { narrower, seriesQuery, timesOf } from '../../kit/values/series.ts'
import { describeRange, formatDuration, printRange, type Range } from '../../kit/values/time.ts'
import { NOTHING_DELIVERED } from '../../messages/en.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { shareText } from '../integrations/rules/numbers.ts'
import classes from './home.module.css'

type Series = ResponseOf<'/v2/integrations/series'>['data']
/** More bars would be too thin to distinguish. */
const MAX_BARS = 120
/** Short, because people who set up a store watch whether deliveries arrive. */
const POLL_INTERVAL_MS = 10_000

/** Deliveries in a range, as numbers and as a chart. Dragging over the chart selects a new range. */
export function DeliveriesSection({ range, choice }: { range: Range; choice: ReactNode }) {
  const [, change] = useAddressState()
  const text = printRange(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range is its text, and begins when it is chosen.
  const query = useMemo(() => seriesQuery(range, Date.now(), MAX_BARS), [text])
  const series = useRead('/v2/integrations/series', { params: { query } }, { every_ms: POLL_INTERVAL_MS })
  const choose = (next: Range) => change({ range: printRange(next) }, 'push')
  return (
    <Section title="Deliveries" actions={choice}>
      <Loaded query={series}>{({ data }) => <Content series={data} range={range} onRange={choose} />}</Loaded>
    </Section>
  )
}

type ContentProps = { series: Series; range: Range; onRange: (range: Range) => void }

function Content({ series, range, onRange }: ContentProps) {
  const { metrics } = series
  const zone = useZone()
  const times = useMemo(() => timesOf(series), [series])
  const bars = useMemo(
    () => [
      { name: 'Succeeded', tone: 'ok' as const, values: [...(metrics.attempts_succeeded ?? [])] },
      { name: 'Failed', tone: 'failed' as const, values: [...(metrics.attempts_failed ?? [])] },
    ],
    [metrics],
  )
  const shorter = useMemo(() => narrower(range, times, metrics.attempts ?? [], Date.now()), [range, times, metrics])
  return (
    <>
      <Metrics metrics={metrics} />
      <Chart
        label="Attempts to deliver"
        times={times}
        {...zone}
        series={bars}
        kind="bars"
        onRange={(from, to) => onRange({ kind: 'between', from, to })}
        empty={NOTHING_DELIVERED}
      />
      {shorter !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          maw="100%"
          h="auto"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          onClick={() => onRange(shorter)}
        >
          All deliveries are from the {describeRange(shorter).toLowerCase()}: show only that range
        </Button>
      )}
    </>
  )
}

function Metrics({ metrics }: Pick<Series, 'metrics'>) {
  const total = (values: readonly (number | null)[] | undefined) =>
    (values ?? []).reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const attempts = total(metrics.attempts)
  const share = attempts === 0 ? null : total(metrics.attempts_succeeded) / attempts
  const slowest = Math.max(...(metrics.duration_p95 ?? []).map((one) => one ?? 0), 0)
  const shown = [
    { label: 'Events', value: total(metrics.events).toLocaleString('en-US') },
    { label: 'Attempts', value: attempts.toLocaleString('en-US') },
    { label: 'Succeeded', value: shareText(share) },
    { label: 'Given up', value: total(metrics.jobs_failed).toLocaleString('en-US') },
    { label: '95% within', value: slowest === 0 ? '–' : formatDuration(slowest * 1000) },
  ]
  return (
    <dl className={classes.metrics}>
      {shown.map(({ label, value }) => (
        <div key={label} className={classes.metric}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
