import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { METRICS_OF_OWNER } from '../../series/rules/metrics.ts'
import { readSeries, type SeriesDeps, SeriesResource, seriesQuery } from '../../series/series.ts'
import { DEPLOYMENT } from '../../series/store.ts'
import { type OperationsDeps, readPartitions, readTransport, readWorkers } from './read.ts'
import {
  OperationsResource,
  PartitionResource,
  RetentionMeta,
  SweepResource,
  TransportResource,
  WorkerResource,
} from './resources.ts'

export type OperationsRouteDeps = OperationsDeps & SeriesDeps & { overview: () => Promise<OperationsResource> }

/** A GET needs `deployment:read`, which no store and no organization has. */
const config = { access: 'seller', area: 'deployment' } as const

export function routes(server: Server, deps: OperationsRouteDeps): void {
  server.get('/v2/operations', { config, schema: schemas.overview }, async () => ({ data: await deps.overview() }))

  server.get('/v2/operations/series', { config, schema: schemas.series }, async ({ query }) => ({
    data: await readSeries(deps, DEPLOYMENT, query, METRICS_OF_OWNER),
  }))

  server.get('/v2/operations/workers', { config, schema: schemas.workers }, async () => {
    const { workers, swept } = await readWorkers(deps)
    return { data: workers, meta: { swept } }
  })

  server.get('/v2/operations/transport', { config, schema: schemas.transport }, async () => ({
    data: await readTransport(deps),
  }))

  server.get('/v2/operations/partitions', { config, schema: schemas.partitions }, async () => {
    const { events, audit_entries } = deps.retention
    const audit = { retention_days: audit_entries, setting: 'TIDINGS_AUDIT_RETENTION_DAYS' }
    const meta = { retention_days: events, setting: 'TIDINGS_RETENTION_DAYS', audit }
    return { data: await readPartitions(deps), meta }
  })
}

const tags = ['Operations']

const schemas = {
  overview: {
    operationId: 'GetOperations',
    summary: 'Get the due, waiting and refused work',
    description: 'Covers all stores, for operators. Shows the names of stores, but none of their data.',
    tags,
    response: { 200: Data(OperationsResource) },
  },
  series: {
    operationId: 'GetOperationsSeries',
    summary: 'Get the series of all stores together',
    description:
      'For charts without Prometheus: at most a minute late, and without what processes that died had counted last.',
    tags,
    querystring: seriesQuery(METRICS_OF_OWNER),
    response: { 200: Data(SeriesResource) },
  },
  workers: {
    operationId: 'ListWorkers',
    summary: 'List the workers',
    description: 'At most 1,000, and under `meta.swept` the last 50 that were found dead in the last 90 days.',
    tags,
    response: {
      200: Type.Object({ data: Type.Array(WorkerResource), meta: Type.Object({ swept: Type.Array(SweepResource) }) }),
    },
  },
  transport: {
    operationId: 'GetTransport',
    summary: 'Get what wakes the workers',
    tags,
    response: { 200: Data(TransportResource) },
  },
  partitions: {
    operationId: 'ListPartitions',
    summary: 'List the partitions of events, jobs, logs and the audit log',
    tags,
    response: { 200: Type.Object({ data: Type.Array(PartitionResource), meta: RetentionMeta }) },
  },
}
