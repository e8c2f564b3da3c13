import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { stepJobRun } from '../deliveries/job-runs/step.ts'
import { RUNS_DUE } from '../deliveries/job-runs/store.ts'
import { Announcer, JOBS_CHANNEL } from '../deliveries/jobs/announcer.ts'
import { stepReplay } from '../deliveries/replays/step.ts'
import { REPLAYS_DUE } from '../deliveries/replays/store.ts'
import { Announcements } from '../deliveries/stream/announcements.ts'
import { addressPolicy } from '../deliveries/targets/network/guard.ts'
import { dnsResolver } from '../deliveries/targets/network/resolver.ts'
import type { TargetOptions } from '../deliveries/targets/target.ts'
import { closeTargets, openTargets } from '../deliveries/targets/targets.ts'
import type { DeliveryTelemetry, WorkerState } from '../deliveries/telemetry.ts'
import { makeWatch, type Watch } from '../deliveries/watch/watch.ts'
import { Worker } from '../deliveries/worker/worker.ts'
import type { JobSink } from '../events/jobs.ts'
import type { Outbox } from '../events/outbox.ts'
import type { IntegrationDeps } from '../integrations/deps.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import { disableIntegration } from '../integrations/update.ts'
import { repeat } from '../kernel/repeat.ts'
import { baseUrl } from './address/base-url.ts'
import type { DueWork } from './due-work.ts'
import { type Foundation, openPool } from './foundation.ts'
import { headerNames } from './header-names.ts'
import { orUndo } from './open-or-close.ts'
import type { Transport } from './transport.ts'

/** Deliveries of a process: it either runs a worker, or only wakes the workers of other processes. */
export type Deliveries = {
  jobSink: JobSink
  announce: Outbox['announce']
  /** Starts to disable integrations that keep failing. */
  watchFor(deps: IntegrationDeps): void
  /** Returns the state of the worker; null in a process that does not deliver. */
  state(): WorkerState | null
  /** Background work for deliveries, which must be stopped before the deliveries are closed. */
  lanes: readonly (readonly DueWork[])[]
  close(): Promise<void>
}

/**
 * Pool size of the deliveries: two connections to settle, two to claim, one each for the heartbeat and the snapshot.
 */
const CONNECTIONS = 6
/** Statement timeout of the deliveries, because a worker must detect a hanging database. */
const STATEMENT_TIMEOUT_MS = 5_000
const SNAPSHOT_INTERVAL_MS = 1_000

export async function startDeliveries(
  foundation: Foundation,
  snapshot: Snapshot,
  telemetry: DeliveryTelemetry,
  transport: Transport,
): Promise<Deliveries> {
  const { config, log, clock, cipher, source } = foundation
  const targets = openTargets(targetOptions(foundation))
  const db = openPool(source, CONNECTIONS, log, STATEMENT_TIMEOUT_MS)
  let watch: Watch | null = null
  const announcements = new Announcements(db, clock, (error) =>
    log.warn(error, 'deliveries: announcing attempts failed'),
  )
  const starting = Worker.start({
    db,
    snapshot,
    clock,
    cipher,
    random: Math.random,
    targets,
    schedule: config.TIDINGS_RETRY_SCHEDULE,
    onSettled(settlements) {
      watch?.settled(settlements)
      announcements.settled(settlements)
    },
    onStreams: (streams) => announcements.readBy(streams),
    telemetry,
    newJobsDelivered: () => transport.newJobsDelivered(),
    onError: (what, error) => log.error(error, `deliveries: ${what} failed`),
  })
  const worker = await orUndo(starting, async () => {
    await closeTargets(targets)
    await db.close()
  })
  const announce = transport.announcing((integration_ids) => worker.wake(integration_ids))
  transport.deliverTo({ worker, db, snapshot })
  snapshot.onDisabled((ids) => {
    worker.disabled(ids)
    for (const id of ids) watch?.forget(id)
  })
  const listener = listen({
    url: source.direct_url,
    channel: JOBS_CHANNEL,
    onNotification: (payload) => (payload === '' ? worker.poll() : worker.wake(payload.split(' '))),
  })
  return {
    jobSink: worker,
    announce,
    state: () => worker.state(),
    lanes: stepLanes(db, worker),
    watchFor(deps) {
      watch = makeWatch({
        db,
        clock,
        disable_after: config.TIDINGS_DISABLE_AFTER,
        schedule: config.TIDINGS_RETRY_SCHEDULE,
        disable: (owner, id, reason) => disableIntegration(deps, owner, id, reason),
        onRecovered: (integration_ids) => worker.recovered(integration_ids),
        onError: (error) => log.error(error, 'deliveries: monitoring integrations failed'),
      })
    },
    async close() {
      worker.stopStarting()
      await listener.close()
      await transport.close()
      await worker.stop()
      await watch?.close()
      await announcements.close()
      await closeTargets(targets)
      await db.close()
    },
  }
}

/** Advances replays and job runs, each in a separate lane, and wakes the worker for integrations whose jobs are due. */
function stepLanes(db: Database, worker: Pick<JobSink, 'wake'>): DueWork[][] {
  const waking = (step: (now: number) => Promise<string[] | null>) => async (now: number) => {
    const integration_ids = await step(now)
    if (integration_ids !== null) worker.wake(integration_ids)
    return integration_ids !== null
  }
  const replays = { name: 'advancing replays', due: REPLAYS_DUE, step: waking((now) => stepReplay(db, now)) }
  const runs = { name: 'advancing job runs', due: RUNS_DUE, step: waking((now) => stepJobRun(db, now)) }
  return [[replays], [runs]]
}

/** Starts the deliveries of a process without a worker, which wakes the workers of other processes. */
export function startAnnouncing({ db, log }: Foundation, snapshot: Snapshot, transport: Transport): Deliveries {
  const announcer = new Announcer(db, (error) => log.warn(error, 'waking workers failed'))
  const refreshing = repeat(
    SNAPSHOT_INTERVAL_MS,
    () => snapshot.refresh(),
    (error) => log.warn(error, 'refreshing the integration snapshot failed'),
  )
  return {
    jobSink: announcer,
    announce: transport.announcing((integration_ids) => announcer.wake(integration_ids)),
    watchFor: () => {},
    state: () => null,
    lanes: [],
    async close() {
      await refreshing.stop()
      await transport.close()
      await announcer.close()
    },
  }
}

/** Returns the network options for user-supplied addresses: the allowed networks, the DNS resolver, and the proxy. */
export function networkOptions(config: Config) {
  return {
    policy: addressPolicy({
      networks: config.TIDINGS_ALLOW_NETWORKS,
      hosts: config.TIDINGS_ALLOW_HOSTS,
      refusals: config.TIDINGS_EXPLAIN_REFUSALS ? 'explained' : 'alike',
    }),
    resolver: config.TIDINGS_DNS_SERVERS.length > 0 ? dnsResolver(config.TIDINGS_DNS_SERVERS) : undefined,
    proxy: config.TIDINGS_OUTGOING_PROXY === undefined ? null : new URL(config.TIDINGS_OUTGOING_PROXY),
  }
}

export function targetOptions({ config }: Pick<Foundation, 'config'>): TargetOptions {
  return {
    ...networkOptions(config),
    header_names: headerNames(config),
    source: baseUrl(config),
    machine_role: config.TIDINGS_SQS_MACHINE_ROLE,
  }
}
