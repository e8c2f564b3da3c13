import type { ReactNode } from 'react'
import type { IntegrationHealth } from '../../../generated/schema.ts'
import { countText } from '../../../kit/values/count.ts'
import { useNow } from '../../../kit/values/now.ts'
import { formatDuration } from '../../../kit/values/time.ts'
import { shareText } from '../rules/numbers.ts'
import classes from './health.module.css'

type HealthMetricsProps = { health: IntegrationHealth; rate_limit: number | undefined }

/** Metrics of the last hour, and current values. */
export function HealthMetrics({ health, rate_limit }: HealthMetricsProps) {
  const now = useNow()
  const { attempts, backlog, pace } = health
  const { p50, p95, p99 } = attempts.processing_time
  const oldest = backlog.oldest_created_at
  return (
    <dl className={classes.metrics}>
      <Metric label="Succeeded in the last hour" value={shareText(attempts.success_rate)}>
        of {countText(attempts.count)} {attempts.count === 1 ? 'attempt' : 'attempts'}
      </Metric>
      <Metric label="Median duration" value={duration(p50)}>
        95% within {duration(p95)}, 99% within {duration(p99)}
      </Metric>
      <Metric label="Waiting" value={countText(backlog.jobs, backlog.at_least)}>
        {backlog.jobs === 0 ? 'nothing' : `${countText(backlog.due, backlog.at_least)} due now`}
        {oldest === null ? '' : `, the oldest for ${formatDuration(Math.max(0, now - Date.parse(oldest)))}`}
      </Metric>
      <Metric label="In flight" value={pace.cap === 0 ? countText(pace.in_flight) : `${pace.in_flight} of ${pace.cap}`}>
        {workersText(pace.workers, backlog.due)}
        {pace.probing ? ', one at a time until it responds' : ''}
        {rate_limit === undefined ? '' : `, at most ${rate_limit} a second`}
      </Metric>
    </dl>
  )
}

/** A worker is visible only while it delivers, so no workers is normal if nothing is due. */
function workersText(workers: number, due: number): string {
  if (workers === 0) return due === 0 ? 'nothing to deliver now' : 'no worker at the moment'
  return `by ${workers} ${workers === 1 ? 'worker' : 'workers'}`
}

function Metric({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className={classes.metric}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.beside}>{children}</dd>
    </div>
  )
}

function duration(seconds: number | null): string {
  return seconds === null ? '–' : formatDuration(seconds * 1000)
}
