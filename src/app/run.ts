import { checkSigningKeys } from '../access/tokens/signing-keys.ts'
import { afterwards } from '../db/transaction.ts'
import { cancelPending, newestJob } from '../deliveries/jobs/cancel.ts'
import { clearOrderKeys } from '../deliveries/jobs/claim-ordered.ts'
import { readBacklogs } from '../deliveries/jobs/health.ts'
import { Backlog } from '../events/backlog.ts'
import { FilteredCount } from '../events/filtered-count.ts'
import { Ingest } from '../events/ingest.ts'
import type { Outbox } from '../events/outbox.ts'
import { makeRecord } from '../events/record.ts'
import type { IntegrationDeps } from '../integrations/deps.ts'
import { Snapshot } from '../integrations/snapshot.ts'
import { openOwnTypes } from '../own-types/known.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { baseUrl } from './address/base-url.ts'
import { openAlerting } from './alerting.ts'
import { openApi } from './api.ts'
import { backgroundLanes } from './background-jobs.ts'
import { startAnnouncing, startDeliveries } from './deliveries.ts'
import { type DueWork, startDueWork } from './due-work.ts'
import type { Foundation } from './foundation.ts'
import { type Observability, openObservability } from './observing/observability.ts'
import { orUndo } from './open-or-close.ts'
import { keepPartitions } from './partitions.ts'
import { openReader } from './reader.ts'
import { openSeries, seriesRetention } from './series.ts'
import { noTransport, openTransport } from './transport.ts'

export type Part = 'api' | 'deliveries'

/** A running process. `base_url` ends in `/v2`. */
export type Running = { base_url: string; outbox: Outbox; integrationDeps: AppDeps; close(): Promise<void> }

type AppDeps = IntegrationDeps & StoreDeps

/** Starts the API, the deliveries or both. Closes them in reverse order: first requests, then attempts. */
export async function run(foundation: Foundation, parts: readonly Part[]): Promise<Running> {
  const { db, cipher, clock } = foundation
  const snapshot = await openSnapshot(foundation, parts)
  const observability = await openObservability(foundation, snapshot, parts.length > 0 ? 'process' : 'command')
  const transport = parts.length > 0 ? openTransport(foundation, observability.transport) : noTransport
  const series = openSeries(foundation)
  const counted = { ...observability, deliveries: series.deliveries(observability.deliveries) }
  const deliveries = parts.includes('deliveries')
    ? await orUndo(startDeliveries(foundation, snapshot, counted.deliveries, transport), async () => {
        await transport.close()
        await series.close()
        await observability.close()
      })
    : startAnnouncing(foundation, snapshot, transport)
  const { backlog, filteredCount } = openCounts(foundation, observability)
  const reader = openReader(foundation, parts.length > 0 ? 'process' : 'command')
  const { jobSink, announce } = deliveries
  const telemetry = series.events(observability.events)
  const outbox: Outbox = { snapshot, cipher, clock, jobSink, backlog, filteredCount, announce, telemetry }
  const integrationDeps = makeIntegrationDeps(foundation, outbox, counted)
  const alerting = openAlerting(foundation, observability.deliveries)
  deliveries.watchFor(integrationDeps)
  const jobDeps = {
    ...integrationDeps,
    reader,
    fileStorage: foundation.fileStorage,
    retention: seriesRetention(foundation),
    alerting,
  }
  const dueWork = parts.includes('deliveries')
    ? startWork(foundation, [...deliveries.lanes, ...backgroundLanes(jobDeps)])
    : null
  const partitions = parts.length > 0 ? keepPartitions(foundation) : null
  const ingest = new Ingest({ ...outbox, db })
  observability.follow({
    ingest,
    worker: () => deliveries.state(),
    transport: () => transport.state(),
    reader: () => reader.state(),
  })
  const stop = async () => {
    await Promise.all([dueWork?.stop(), partitions?.stop()])
    await ingest.close()
    await Promise.all([backlog.close(), filteredCount.close()])
    await deliveries.close()
    await reader.close()
    await alerting.senders.close()
    await series.close()
    await observability.close()
  }
  const api = parts.includes('api')
    ? await orUndo(
        openApi(foundation, {
          ...{ integrationDeps, outbox, reader, ingest, backlog, transport, alerting, observability },
          onChange: () => dueWork?.wake(),
        }),
        stop,
      )
    : null
  return {
    base_url: integrationDeps.base_url,
    outbox,
    integrationDeps,
    async close() {
      await api?.close()
      await stop()
    },
  }
}

async function openSnapshot(foundation: Foundation, parts: readonly Part[]): Promise<Snapshot> {
  // Opened first, because a process that cannot decrypt the integrations must not write anything.
  const snapshot = await Snapshot.open(foundation)
  if (parts.length > 0) await checkSigningKeys(foundation)
  return snapshot
}

function startWork({ db, clock, log }: Foundation, lanes: readonly (readonly DueWork[])[]) {
  return startDueWork(lanes, { db, clock, onError: (name, error) => log.error(error, `${name} failed`) })
}

function openCounts({ config, db, log }: Foundation, { events: telemetry }: Pick<Observability, 'events'>) {
  return {
    backlog: new Backlog({
      db,
      limit: config.TIDINGS_BACKLOG_LIMIT,
      onError: (error) => log.warn(error, 'reading the backlog size failed'),
    }),
    filteredCount: new FilteredCount({
      db,
      telemetry,
      onError: (error) => log.warn(error, 'counting filtered events failed'),
    }),
  }
}

/** Maximum number up to which the unfinished jobs of an integration are counted. */
const MAX_COUNTED = 10_000

function makeIntegrationDeps(
  { config, db, cipher, clock }: Foundation,
  outbox: Outbox,
  { deliveries: telemetry, shop }: Pick<Observability, 'deliveries' | 'shop'>,
): AppDeps {
  return {
    db,
    cipher,
    clock,
    record: makeRecord(outbox),
    ownTypes: openOwnTypes({ db, clock: () => performance.now() }),
    newestJob,
    countUnfinished: async (tx, id) =>
      (await readBacklogs(tx, [id], { now: clock(), most: MAX_COUNTED })).get(id)?.jobs ?? 0,
    clearOrderKeys,
    cancelJobs: async (tx, integration_id) => {
      const cancelled = await cancelPending(tx, integration_id, clock())
      if (cancelled !== null) afterwards(tx, { committed: () => telemetry.cancelled(cancelled), rolledBack() {} })
    },
    permissions: { sqs_machine_role: config.TIDINGS_SQS_MACHINE_ROLE },
    base_url: baseUrl(config),
    shop,
  }
}
