import { listen } from '../db/listen.ts'
import { Announcer, JOBS_CHANNEL } from '../deliveries/jobs/announcer.ts'
import { stepReplay } from '../deliveries/replays/step.ts'
import { addressPolicy } from '../deliveries/targets/network/guard.ts'
import { askServers } from '../deliveries/targets/network/resolver.ts'
import { sqsTarget } from '../deliveries/targets/sqs/cloud-sqs.ts'
import { sqsQueues } from '../deliveries/targets/sqs/sender.ts'
import { stompQueues } from '../deliveries/targets/stomp/sender.ts'
import { stompTarget } from '../deliveries/targets/stomp/stomp.ts'
import { webhooks } from '../deliveries/targets/webhook/sender.ts'
import { webhookTarget } from '../deliveries/targets/webhook/webhook.ts'
import type { DeliveryTelemetry, WorkerState } from '../deliveries/telemetry.ts'
import { makeWatch, type Watch } from '../deliveries/watch/watch.ts'
import { Worker } from '../deliveries/worker/worker.ts'
import type { JobSink } from '../events/jobs.ts'
import type { IntegrationDeps } from '../integrations/deps.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import { disableIntegration } from '../integrations/update.ts'
import { repeat } from '../kernel/repeat.ts'
import { baseUrl } from './base-url.ts'
import { type Foundation, openPool } from './foundation.ts'
import { orUndo } from './or-undo.ts'
import type { Transport } from './transport.ts'

/** How a process takes part in delivering. */
export type Deliveries = {
  jobSink: JobSink
  /** Starts watching for integrations to disable. */
  watchFor(deps: IntegrationDeps): void
  /** What the worker is doing; null where nothing is delivered. */
  state(): WorkerState | null
  close(): Promise<void>
}

/** Connections of the deliveries' own pool: two statements that settle, two that claim, the heartbeat and the snapshot. */
const CONNECTIONS = 6
/** Milliseconds that a statement of the deliveries may take: a worker whose database hangs is to notice and come back. */
const PATIENCE = 5_000
const SNAPSHOT_EVERY = 1_000
const REPLAY_EVERY = 250

export async function startDeliveries(
  foundation: Foundation,
  snapshot: Snapshot,
  telemetry: DeliveryTelemetry,
  transport: Transport,
): Promise<Deliveries> {
  const { config, log, clock, cipher, source } = foundation
  const targets = openTargets(foundation)
  const closeTargets = () => Promise.all(Object.values(targets).map((target) => target.close()))
  const db = openPool(source, CONNECTIONS, log, PATIENCE)
  let watch: Watch | null = null
  const starting = Worker.start({
    db,
    snapshot,
    clock,
    cipher,
    random: Math.random,
    targets,
    schedule: config.TIDINGS_RETRY_SCHEDULE,
    onSettled: (settlements) => watch?.settled(settlements),
    telemetry,
    newAreBrought: () => transport.newAreBrought(),
    onError: (what, error) => log.error(error, `deliveries: ${what} failed`),
  })
  const worker = await orUndo(starting, async () => {
    await closeTargets()
    await db.destroy()
  })
  const jobSink = transport.publishing(worker)
  transport.bringTo({ worker, db, snapshot })
  snapshot.onDisabled((ids) => {
    worker.disabled(ids)
    for (const id of ids) watch?.forget(id)
  })
  const replaying = repeat(
    REPLAY_EVERY,
    async () => {
      for (let id = await stepReplay(db, clock()); id !== null; id = await stepReplay(db, clock())) worker.wake([id])
    },
    (error) => log.error(error, 'deliveries: replaying failed'),
  )
  const listener = listen({
    url: source.direct_url,
    channel: JOBS_CHANNEL,
    onNotice: (payload) => (payload === '' ? worker.look() : worker.wake(payload.split(' '))),
  })
  return {
    jobSink,
    state: () => worker.state(),
    watchFor(deps) {
      watch = makeWatch({
        db,
        clock,
        disable_after: config.TIDINGS_DISABLE_AFTER,
        disable: (owner, id, reason) => disableIntegration(deps, owner, id, reason),
        onError: (error) => log.error(error, 'deliveries: watching failed'),
      })
    },
    async close() {
      await listener.close()
      await transport.close()
      await replaying.stop()
      await worker.stop()
      await closeTargets()
      await db.destroy()
    },
  }
}

/** The part of a process that does not deliver itself: it wakes those that do. */
export function startAnnouncing({ db, log }: Foundation, snapshot: Snapshot, transport: Transport): Deliveries {
  const announcer = new Announcer(db, (error) => log.warn(error, 'waking workers failed'))
  const refreshing = repeat(
    SNAPSHOT_EVERY,
    () => snapshot.refresh(),
    (error) => log.warn(error, 'snapshot failed'),
  )
  return {
    jobSink: transport.publishing(announcer),
    watchFor: () => {},
    state: () => null,
    async close() {
      await refreshing.stop()
      await transport.close()
      await announcer.close()
    },
  }
}

function openTargets({ config }: Foundation) {
  const policy = addressPolicy({
    networks: config.TIDINGS_ALLOW_NETWORKS,
    hosts: config.TIDINGS_ALLOW_HOSTS,
    refusals: config.TIDINGS_EXPLAIN_REFUSALS ? 'explained' : 'alike',
  })
  const resolver = config.TIDINGS_DNS_SERVERS.length > 0 ? askServers(config.TIDINGS_DNS_SERVERS) : undefined
  const proxy = config.TIDINGS_OUTGOING_PROXY === undefined ? null : new URL(config.TIDINGS_OUTGOING_PROXY)
  const names = {
    trigger: config.TIDINGS_TRIGGER_HEADER,
    secret_key: config.TIDINGS_SECRET_KEY_HEADER,
    resource_version: config.TIDINGS_RESOURCE_VERSION_HEADER,
  }
  const source = baseUrl(config)
  return {
    webhook: webhooks(webhookTarget({ policy, resolver, proxy }), names),
    cloud_sqs: sqsQueues(sqsTarget({ policy, resolver, proxy, machine_role: config.TIDINGS_SQS_MACHINE_ROLE }), source),
    stomp: stompQueues(stompTarget({ policy, resolver, proxy }), source),
  }
}
