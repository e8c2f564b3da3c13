import type { Database } from '../../../src/db/database.ts'
import { type Bind, list } from '../../../src/db/list.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Rows } from '../../../src/db/rows.ts'
import { type ListQuery, parseListRequest } from '../../../src/http/lists/lists.ts'
import type { IntegrationRow } from '../../../src/integrations/store.ts'
import type { ListDefinition } from '../../../src/kernel/lists/list.ts'
import { testDatabase } from './database.ts'
import { insertRows } from './insert-rows.ts'

export const NOW = Date.now()
const OWNER = newId(NOW)
const OTHER_OWNER = newId(NOW)

export const integrations: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    url: { kind: 'text', column: 'configuration', path: ['url'], nullable: true },
    enabled: { kind: 'boolean', column: 'enabled' },
    observes: { kind: 'text_array', column: 'observes' },
    version: { kind: 'integer', column: 'version' },
    created_at: { kind: 'time', column: 'created_at' },
    deleted_at: { kind: 'time', column: 'deleted_at', nullable: true },
  },
  default_sort: 'id',
  max_offset: null,
}

const logs: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'logs.id' },
    created_at: { kind: 'id_time', column: 'logs.id' },
    attempt: { kind: 'integer', column: 'attempt' },
    status_code: { kind: 'integer', column: 'status_code', nullable: true },
    succeeded: { kind: 'boolean', column: 'succeeded' },
    processing_time: { kind: 'number', column: 'processing_time' },
    error_detail: { kind: 'text', column: 'error_detail' },
    'job.status': { kind: 'choice', column: 'jobs.status', choices: ['pending', 'delivering', 'succeeded', 'failed'] },
  },
  default_sort: '-created_at',
  max_offset: null,
}

export type ListedRows = Awaited<ReturnType<typeof openListed>>

/** A database with integrations and logs to list; `statements()` counts the statements of reads. */
export async function openListed() {
  const database = await testDatabase()
  let statements = 0
  const db: Database = {
    ...database.db,
    execute(text, values) {
      statements += 1
      return database.db.execute(text, values)
    },
  }
  await insertIntegrations(db)
  await insertLogs(db)
  return {
    db,
    close: () => database.close(),
    statements: () => statements,
    integrations: (query: ListQuery) =>
      list<IntegrationRow>(db, ownIntegrations, parseListRequest(query, integrations, 25)),
    logs: (query: ListQuery) =>
      list<Rows['logs'] & Pick<Rows['jobs'], 'status'>>(db, logsAndJobs, parseListRequest(query, logs, 25)),
  }
}

const ownIntegrations = { columns: '*', from: 'integrations', where: (bind: Bind) => `owner_id = ${bind(OWNER)}` }

const logsAndJobs = {
  columns: 'logs.*, jobs.status',
  from: 'logs left join jobs on jobs.id = logs.job_id',
  where: (bind: Bind) => `logs.owner_id = ${bind(OWNER)}`,
}

export const NAMES = [
  'alpha',
  'Alpha',
  'alphabet',
  '50%',
  '500',
  'a_c',
  'abc',
  'a\\c',
  '*',
  "O'Brien",
  '',
  '"); drop table logs; --',
]
const URLS = ['https://a.example/x', 'https://b.example/x', null]
export const KEYS = ['order.created', 'order.updated', 'cart.updated']
export const INTEGRATIONS = 72

async function insertIntegrations(db: Database) {
  const organization = { id: newId(NOW), name: 'o', created_at: new Date(NOW), updated_at: new Date(NOW) }
  await insertRows(db, 'organizations', [organization])
  const rows = Array.from({ length: INTEGRATIONS + 5 }, (_, row) => ({
    id: newId(NOW + Math.floor(row / 10)),
    organization_id: organization.id,
    owner_id: row < INTEGRATIONS ? OWNER : OTHER_OWNER,
    integration_type: 'webhook',
    name: NAMES[row % NAMES.length] ?? '',
    description: '',
    enabled: row % 2 === 0,
    observes: KEYS.filter((_, key) => (row >> key) % 2 === 1),
    configuration: JSON.stringify({ url: URLS[row % URLS.length] }),
    version: row % 4,
    revision: row,
    created_at: new Date(NOW + Math.floor(row / 20)),
    updated_at: new Date(NOW),
    deleted_at: row % 7 === 0 ? new Date(NOW + row) : null,
  }))
  await insertRows(db, 'integrations', rows)
}

export const LOGS = 90

/** Several logs in each millisecond, over two days and therefore two partitions. */
async function insertLogs(db: Database) {
  const integration_id = newId(NOW)
  const jobs = (['pending', 'succeeded', 'failed'] as const).map((status) => ({
    id: newId(NOW),
    event_id: newId(NOW),
    integration_id,
    owner_id: OWNER,
    triggered_by: 'order.created',
    status,
    updated_at: new Date(NOW),
  }))
  await insertRows(db, 'jobs', jobs)
  const rows = Array.from({ length: LOGS }, (_, row) => ({
    id: newId((row < 40 ? NOW - 86_400_000 : NOW) + Math.floor(row / 8)),
    job_id: jobs[row % 3]?.id ?? '',
    integration_id,
    owner_id: OWNER,
    attempt: row % 5,
    succeeded: row % 2 === 0,
    status_code: [200, 404, 500, null][row % 4] ?? null,
    processing_time: (row % 6) / 4,
    error_detail: row % 3 === 0 ? null : `detail ${row % 3}`,
    request_headers: '{}',
  }))
  await insertRows(db, 'logs', rows)
}
