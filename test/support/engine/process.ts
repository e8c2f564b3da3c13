import { createOrganization } from '../../../src/access/organizations.ts'
import { createStore } from '../../../src/app/cross-module/stores.ts'
import { query } from '../../../src/db/database.ts'
import { Ingest } from '../../../src/events/ingest.ts'
import { publishEvents } from '../../../src/events/publish.ts'
import { noEventTelemetry } from '../../../src/events/telemetry.ts'
import { createIntegration } from '../../../src/integrations/create.ts'
import type { Integration, IntegrationUpdate } from '../../../src/integrations/integration.ts'
import { removeIntegration } from '../../../src/integrations/remove.ts'
import { updateIntegration } from '../../../src/integrations/update.ts'
import type { Owner } from '../../../src/kernel/owner.ts'
import { type App, type AppOptions, eventually, openApp } from '../app.ts'
import type { TestDatabase } from '../database/cluster.ts'

/** A process that publishes and delivers, without an HTTP server; engine tests run several on one database. */
export type Process = {
  app: App
  publish(owner: Owner, ...keys: string[]): Promise<string[]>
  create(owner: Owner, url: string, observes: string[], enabled?: boolean): Promise<Integration>
  update(owner: Owner, id: string, update: Omit<IntegrationUpdate, 'type'>): Promise<Integration>
  remove(owner: Owner, id: string): Promise<void>
  close(): Promise<void>
}

export async function openProcess(database: TestDatabase, options: AppOptions = {}): Promise<Process> {
  const app = await openApp(database, { parts: ['deliveries'], ...options })
  const { db, clock } = app.foundation
  const ingest = new Ingest({ ...app.outbox, db })
  const deps = app.integrationDeps
  const { ownTypes } = deps
  return {
    app,
    async publish(owner, ...keys) {
      const events = keys.map((triggered_by) => ({ triggered_by, payload: { data: { type: 'x', id: 'x' } } }))
      return (
        await publishEvents(
          { ingest, clock, ownTypes, backlog: { checkLimit() {} }, telemetry: noEventTelemetry },
          owner,
          {
            headers: {},
            body: events,
          },
        )
      ).map(({ id }) => id)
    },
    create(owner, url, observes, enabled = true) {
      const more = { type: 'integration', integration_type: 'webhook', name: 'Test' } as const
      return createIntegration(deps, owner, { ...more, enabled, observes, configuration: { url } })
    },
    update: (owner, id, update) =>
      updateIntegration(deps, owner, { id, update: { type: 'integration', ...update }, expected_version: null }),
    remove: (owner, id) => removeIntegration(deps, owner, { id, expected_version: null }),
    async close() {
      await ingest.close()
      await app.close()
    },
  }
}

let owners = 0

export async function newOwner({ app }: Process): Promise<{ organization_id: string; store_id: string }> {
  const now = Date.now()
  const { id: organization_id } = await createOrganization(app.foundation.db, { name: 'Test' }, now)
  owners += 1
  const scope = `engine-${process.pid}-${owners}-${now}`
  const store = await createStore(app.integrationDeps, { organization_id, name: 'Test', scope }, now)
  return { organization_id, store_id: store.id }
}

export type JobOf = {
  id: string
  event_id: string
  integration_id: string
  status: string
  attempts: number
  generation: number
  worker_id: number | null
  next_at: Date | null
  lease_until: Date | null
}

export function jobsIn(database: TestDatabase, integration_id: string): Promise<JobOf[]> {
  return query(database.db, 'select * from jobs where integration_id = $1 order by id', [integration_id])
}

/** True if the job is final: it has ended, is not due and not leased. */
export function isOver({ status, next_at, worker_id, lease_until }: JobOf): boolean {
  const isFree = next_at === null && worker_id === null && lease_until === null
  return isFree && status !== 'pending' && status !== 'delivering'
}

/** Waits until all jobs of the integration are over, and returns them. */
export function allOver(database: TestDatabase, integration_id: string): Promise<JobOf[]> {
  return eventually(
    () => jobsIn(database, integration_id),
    (jobs) => jobs.every(isOver),
  )
}
