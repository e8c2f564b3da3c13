import { type Database, query } from '../../../src/db/database.ts'
import type { ListDefinition } from '../../../src/kernel/lists/list.ts'

/** Fields by which callers sort and filter all logs. */
export const logs: ListDefinition = {
  fields: { id: { kind: 'uuid', column: 'id' }, created_at: { kind: 'id_time', column: 'id' } },
  default_sort: '-created_at',
  max_offset: null,
}

export type ManyLogs = {
  owner_id: string
  integration_id: string
  /** Number of rows, spread evenly over the time. */
  rows: number
  from: number
  until: number
}

/** Writes logs of one integration as successful deliveries would, each with an id of its own time. */
export async function insertManyLogs(db: Database, { owner_id, integration_id, rows, from, until }: ManyLogs) {
  await query(
    db,
    `insert into logs (id, job_id, integration_id, owner_id, attempt, succeeded, status_code, processing_time, request_headers, response_headers, body)
     select (lpad(to_hex($4::bigint + row * ($5::bigint - $4::bigint) / $3::bigint), 12, '0') || '7'
              || lpad(to_hex(row % 4096), 3, '0') || '8' || substr(md5(row::text), 1, 15))::uuid,
            gen_random_uuid(), $2, $1, 1, true, 200, 0.05, '{"content-type":"application/json"}', '{"server":"nginx"}', 'ok'
       from generate_series(0, $3::bigint - 1) as row`,
    [owner_id, integration_id, rows, from, until],
  )
}
