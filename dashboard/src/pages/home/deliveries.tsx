import { type ReactNode, useMemo } from 'react'
import type { ResponseOf } from '../../api/queries.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { seriesQuery, timesOf } from '../../kit/values/series.ts'
import { formatDuration, printRange, type Range } from '../../kit/values/time.ts'
import { NOTHING_DELIVERED } from '../../messages/en.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { shareText } from '../integrations/rules/numbers.ts'
import classes from './home.module.css'

type Series = ResponseOf<'/v2/integrations/series'>['data']
/** More bars than this are too thin to distinguish. */
const MOST_BARS = 120
const READ_EVERY_MS = 30_000

/** What was delivered in a range, in numbers and as a chart. A range that is dragged over is the next one. */
export function DeliveriesSection({ range, choice }: { range: Range; choice: ReactNode }) {
  const [, change] = useAddressState()
  const text = printRange(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range is its text, and begins when it is chosen.
  const query = useMemo(() => seriesQuery(range, Date.now(), MOST_BARS), [text])
  const series = useRead('/v2/integrations/series', { params: { query } }, { every_ms: READ_EVERY_MS })
  const choose = (from: number, to: number) => change({ range: printRange({ kind: 'between', from, to }) }, 'push')
  return (
    <Section title="Deliveries" actions={choice}>
      <Loaded query={series}>{({ data }) => <Content series={data} onRange={choose} />}</Loaded>
    </Section>
  )
}

function Content({ series, onRange }: { series: Series; onRange: (from: number, to: number) => void }) {
  const { metrics } = series
  const times = useMemo(() => timesOf(series), [series])
  const bars = useMemo(
    () => [
      { name: 'Succeeded', tone: 'ok' as const, values: [...(metrics.attempts_succeeded ?? [])] },
      { name: 'Failed', tone: 'failed' as const, values: [...(metrics.attempts_failed ?? [])] },
    ],
    [metrics],
  )
  return (
    <>
      <Metrics metrics={metrics} />
      <Chart
        label="Attempts to deliver"
        times={times}
        series={bars}
        kind="bars"
        onRange={onRange}
        empty={NOTHING_DELIVERED}
      />
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
    { label: 'Deliveries that failed', value: total(metrics.jobs_failed).toLocaleString('en-US') },
    { label: 'Slowest 95 %', value: slowest === 0 ? '–' : formatDuration(slowest * 1000) },
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
