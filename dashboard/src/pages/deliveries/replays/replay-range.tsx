import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useZone } from '../../../kit/cells/time.tsx'
import { TIME_ZONE, writeLocal } from '../../../kit/form/values/times.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { timesOf } from '../../../kit/values/series.ts'
import { Chart } from '../../../ui/charts/chart.tsx'
import type { ChartSeries } from '../../../ui/charts/chart-data.ts'
import { useIntegrationId } from '../integration-id.ts'
import { type FailureSeries, failuresBetween } from '../rules/failure-series.ts'
import type { DraftProps } from './use-replay-draft.ts'

const HOUR_MS = 60 * 60_000
const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

/** Time range of a replay, selected on a chart of failures or typed. */
export function ReplayRange({ draft, put, errorAt }: DraftProps) {
  const [span, setSpan] = useState('24')
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label="Range of the chart"
        value={span}
        onChange={setSpan}
        data={SPANS}
        w="fit-content"
      />
      <Failures hours={Number(span)} draft={draft} put={put} />
      <Group align="flex-start">
        <Moment
          label="From"
          value={draft.from}
          onChange={(from) => put({ from })}
          error={errorAt('/data/from')}
          required
        />
        <Moment
          label="To"
          description="Empty for now."
          value={draft.to}
          onChange={(to) => put({ to })}
          error={errorAt('/data/to')}
        />
      </Group>
    </Stack>
  )
}

function Failures({ hours, draft, put }: Pick<DraftProps, 'draft' | 'put'> & { hours: number }) {
  const integration_id = useIntegrationId()
  const from = useMemo(() => new Date(Date.now() - hours * HOUR_MS).toISOString(), [hours])
  const query = useRead('/v2/integrations/{integration_id}/series', {
    params: { path: { integration_id }, query: { metrics: METRICS, from } },
  })
  return (
    <Loaded query={query} what="series">
      {({ data }) => <FailureChart series={data} draft={draft} put={put} />}
    </Loaded>
  )
}

const METRICS = 'attempts_failed,jobs_failed,jobs_cancelled'

function barsOf({ metrics: { attempts_failed = [], jobs_cancelled = [] } }: FailureSeries): ChartSeries[] {
  return [
    { name: 'Failed attempts', values: attempts_failed, tone: 'failed' },
    { name: 'Cancelled jobs', values: jobs_cancelled, tone: 'off' },
  ]
}

function FailureChart({ series, draft, put }: Pick<DraftProps, 'draft' | 'put'> & { series: FailureSeries }) {
  const zone = useZone()
  const times = useMemo(() => timesOf(series), [series])
  const bars = useMemo(() => barsOf(series), [series])
  const chosen = failuresBetween(
    series,
    Date.parse(draft.from),
    draft.to === '' ? Number.POSITIVE_INFINITY : Date.parse(draft.to),
  )
  return (
    <>
      <Chart
        label="Failures"
        kind="bars"
        times={times}
        {...zone}
        series={bars}
        onRange={(start, end) =>
          put({ from: new Date(start).toISOString(), to: new Date(Math.min(end, Date.now())).toISOString() })
        }
        empty="No failures in this range."
        height={180}
      />
      <Text size="sm" role="status">
        In the chosen range: {chosen}.
      </Text>
    </>
  )
}

type MomentProps = {
  label: string
  description?: string
  value: string
  onChange: (iso: string) => void
  error: string
  required?: boolean
}

/** Local time input. */
function Moment({ label, description = '', value, onChange, error, required = false }: MomentProps) {
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      description={`${description} ${TIME_ZONE} time.`.trim()}
      value={value === '' ? '' : writeLocal(value)}
      onChange={(event) => {
        const at = new Date(event.currentTarget.value)
        if (!Number.isNaN(at.getTime())) onChange(at.toISOString())
        else if (!required) onChange('')
      }}
      required={required}
      error={error || null}
    />
  )
}
