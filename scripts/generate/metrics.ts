import { openMetrics } from '../../src/metrics/metrics.ts'
import { GATEWAYS } from '../../src/store/gateways/gateway.ts'
import { markdownTable } from './table.ts'

type Metric = { name: string; help: string; type: unknown; values: { labels: Record<string, string | number> }[] }

/** Metrics of an idle process, which include all label sets that are known from the start. */
export async function metricsDocument(): Promise<string> {
  const metrics = openMetrics(NOTHING)
  metrics.api.responded('PublishEvents', 201, 0)
  await metrics.expose()
  const collected = (await metrics.registry.getMetricsAsJSON()) as unknown as Metric[]
  const own = collected.filter(({ name }) => name.startsWith('tidings_'))
  const rows = own.map((metric) => [`\`${metric.name}\``, String(metric.type), describeLabels(metric), metric.help])
  return `${INTRODUCTION}\n${markdownTable(['Metric', 'Type', 'Labels', 'Meaning'], rows)}${END}`
}

/** Labels with open sets of values. */
const OPEN: Readonly<Record<string, string>> = {
  operation: 'operation id of the API',
  status: 'HTTP status',
  resource: 'first segment of the path, such as `carts`; `root` for the entry point',
  version: 'of Tidings',
  node: 'of Node',
}

function describeLabels({ values }: Metric): string {
  const names = new Set(values.flatMap(({ labels }) => Object.keys(labels)).filter((name) => name !== 'le'))
  return [...names].map((name) => `\`${name}\`: ${OPEN[name] ?? valuesOf(name, values)}`).join('; ')
}

function valuesOf(name: string, values: Metric['values']): string {
  return [...new Set(values.map(({ labels }) => labels[name]))].map((value) => `\`${value}\``).join(', ')
}

const NOTHING: Parameters<typeof openMetrics>[0] = {
  version: '',
  clock: () => 0,
  clock_ahead: () => 0,
  snapshot: { revision: () => 0, confirmedAt: () => 0, count: () => 0 },
  gateways: GATEWAYS.map(({ slug }) => slug),
  ingestWaiting: () => 0,
  catalogCache: () => ({ bytes: 0, readings: { held: 0, loaded: 0 } }),
  worker: () => ({ waiting: 0, in_flight: 0, unsettled_for_ms: 0, unsettled: 0, probing: 0, heartbeat_at: 0 }),
  transport: () => ({ up: 0, down: 0 }),
  reader: () => ({ lag_ms: 0, reads: { primary: 0, standby: 0 } }),
  readDatabase: async () => ({
    unfinished: { jobs: 0, oldest_at: null },
    due: {
      working: { jobs: 0, since: null },
      failing: { jobs: 0, since: null },
      limited: { jobs: 0, since: null },
      at_least: false,
    },
    workforce: { workers: 0, replays_running: 0 },
    partitions: (['events', 'jobs', 'logs', 'audit_entries'] as const).map((table) => ({
      table,
      count: 1,
      expired: 0,
      oldest_at: 0,
      ends_at: 0,
    })),
    replication: { standbys: 0, required: 0 },
  }),
}

const INTRODUCTION = `# Metrics

The metrics that \`/metrics\` exposes in addition to the usual \`process_\` and \`nodejs_\` metrics of a Node process. See
[the guide](../guides/observability.md) for how to enable and scrape them, [a dashboard](grafana-dashboard.json) and [alert
rules](alerts.yml).

A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`. No label contains an integration, a store or an event: the number of
series does not grow with them.
`

const END = `
A process that does not deliver has no \`tidings_worker_\` metrics. Metrics that are read from the database (\`tidings_jobs_\`,
\`tidings_workers\`, \`tidings_replays_running\`, \`tidings_partition\`, \`tidings_database_\`) are the same in every process, at most five seconds old, and
missing while the database does not respond.
`
