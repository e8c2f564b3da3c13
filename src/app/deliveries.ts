import { listen } from '../db/listen.ts'
import { Announcer, JOBS_CHANNEL } from '../deliveries/announcer.ts'
import type { HandOver } from '../deliveries/enqueue.ts'
import { repeat } from '../deliveries/repeat.ts'
import { addressPolicy } from '../deliveries/targets/guard.ts'
import { unsupported } from '../deliveries/targets/unsupported.ts'
import { webhookTarget } from '../deliveries/targets/webhook.ts'
import { makeWatch, type Watch } from '../deliveries/watch.ts'
import { webhooks } from '../deliveries/webhook-courier.ts'
import { Worker } from '../deliveries/worker.ts'
import type { IntegrationDeps } from '../integrations/deps.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import { disableIntegration } from '../integrations/update.ts'
import { type Foundation, openPool } from './foundation.ts'

/** How a process takes part in delivering. */
export type Deliveries = {
  handOver: HandOver
  /** Starts watching for integrations to disable. */
  watchFor(deps: IntegrationDeps): void
  close(): Promise<void>
}

/** Connections of the deliveries' own pool: two statements that settle, one that claims, the heartbeat and the snapshot. */
const CONNECTIONS = 6
const SNAPSHOT_EVERY = 1_000

export async function startDeliveries(foundation: Foundation, snapshot: Snapshot): Promise<Deliveries> {
  const { config, log, clock, source } = foundation
  const db = openPool(source, CONNECTIONS, log)
  const targets = openTargets(foundation)
  let watch: Watch | null = null
  const worker = await Worker.start({
    db,
    snapshot,
    clock,
    random: Math.random,
    targets,
    schedule: config.TIDINGS_RETRY_SCHEDULE,
    onSettled: (settlements) => watch?.settled(settlements),
    onError: (what, error) => log.error(error, `deliveries: ${what} failed`),
  })
  snapshot.onDisabled((ids) => {
    worker.disabled(ids)
    for (const id of ids) watch?.forget(id)
  })
  const listener = listen({
    url: source.url,
    channel: JOBS_CHANNEL,
    onNotice: (payload) => (payload === '' ? worker.look() : worker.wake(payload.split(' '))),
  })
  return {
    handOver: worker,
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
      await worker.stop()
      await Promise.all(Object.values(targets).map((target) => target.close()))
      await db.destroy()
    },
  }
}

/** The part of a process that does not deliver itself: it wakes those that do. */
export function startAnnouncing({ db, log }: Foundation, snapshot: Snapshot): Deliveries {
  const announcer = new Announcer(db, (error) => log.warn(error, 'waking workers failed'))
  const refreshing = repeat(
    SNAPSHOT_EVERY,
    () => snapshot.refresh(),
    (error) => log.warn(error, 'snapshot failed'),
  )
  return {
    handOver: announcer,
    watchFor: () => {},
    async close() {
      await refreshing.stop()
      await announcer.close()
    },
  }
}

function openTargets({ config }: Foundation) {
  const policy = addressPolicy({ networks: config.TIDINGS_ALLOW_NETWORKS, hosts: config.TIDINGS_ALLOW_HOSTS })
  const names = {
    trigger: config.TIDINGS_TRIGGER_HEADER,
    secret_key: config.TIDINGS_SECRET_KEY_HEADER,
    resource_version: config.TIDINGS_RESOURCE_VERSION_HEADER,
  }
  return {
    webhook: webhooks(webhookTarget({ policy }), names),
    cloud_sqs: unsupported('cloud_sqs'),
    stomp: unsupported('stomp'),
  }
}
