import { Type } from 'typebox'
import type { Executor } from '../db/database.ts'
import type { Reader } from '../db/reading/reader.ts'
import { Bytes, Data } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../http/lists/list-envelope.ts'
import { filterSchema, type ListQuery, listQuerySchema, parseListRequest } from '../http/lists/lists.ts'
import { sendStream } from '../http/send-stream.ts'
import type { Server } from '../http/server.ts'
import { notFound } from '../kernel/errors.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { type ActorName, AuditEntry, actorsIn, auditList, presentEntry } from './entry.ts'
import { type EntryRow, listEntries, selectEntry } from './store.ts'

export type AuditDeps = {
  reader: Reader
  base_url: string
  pageLength: (owner: Owner) => Promise<number>
  namesOf: (owner: Owner, actors: readonly ActorName[]) => Promise<ReadonlyMap<string, string>>
}

const config = { access: 'seller', area: 'audit' } as const
const ENTRIES = '/v2/audit/entries'

export function routes(server: Server, deps: AuditDeps): void {
  const { reader, base_url } = deps

  server.get(ENTRIES, { config, schema: schemas.list }, async ({ query, caller, url, freshness }) => {
    const request = parseListRequest(query, auditList, await deps.pageLength(caller))
    const page = await reader.read(freshness, (db) => listEntries(db, ownerId(caller), request))
    const rows = await present(deps, caller, page.rows)
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(`${ENTRIES}/:audit_entry_id`, { config, schema: schemas.get }, async ({ params, caller, freshness }) => {
    const row = await reader.read(freshness, (db) => getEntry(db, caller, params.audit_entry_id))
    return { data: presentEntry(row, await deps.namesOf(caller, actorsIn([row])), base_url) }
  })

  server.get('/v2/audit/export', { config, schema: schemas.export }, async ({ query, caller, freshness }, reply) => {
    const request = parseListRequest(exportQuery(query), auditList, EXPORT_PAGE)
    const headers = {
      'content-type': 'application/jsonl',
      'content-disposition': 'attachment; filename="audit-log.jsonl"',
    }
    // The first page is read before the response begins, so that errors still get a proper response.
    const readPage = (page: ListRequest) => reader.read(freshness, (db) => listEntries(db, ownerId(caller), page))
    const { rows } = await readPage(request)
    return sendStream(reply.headers(headers), linesOf(deps, { owner: caller, request, rows, readPage }))
  })
}

async function getEntry(db: Executor, owner: Owner, id: string): Promise<EntryRow> {
  const row = await selectEntry(db, ownerId(owner), id)
  if (row === undefined) throw notFound('audit entry')
  return row
}

async function present(deps: AuditDeps, owner: Owner, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const names = await deps.namesOf(owner, actorsIn(rows))
  return rows.map((row) => presentEntry(row, names, deps.base_url))
}

/** Entries per statement of an export. */
const EXPORT_PAGE = 100

function exportQuery({ filter }: { filter?: string }): ListQuery {
  return { sort: 'id', 'page[total_method]': 'observed', ...(filter !== undefined && { filter }) } as ListQuery
}

type Exported = {
  owner: Owner
  request: ListRequest
  rows: readonly EntryRow[]
  readPage(request: ListRequest): Promise<{ rows: EntryRow[] }>
}

/** Yields one entry per line, oldest first, page by page, so that the log is never in memory as a whole. */
async function* linesOf(deps: AuditDeps, { owner, request, rows: first, readPage }: Exported): AsyncGenerator<string> {
  let rows = first
  for (;;) {
    const last = rows.at(-1)
    if (last === undefined) return
    const entries = await present(deps, owner, rows)
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    rows = (await readPage(startingAfter(request, last.id))).rows
  }
}

function startingAfter(request: ListRequest, id: string): ListRequest {
  const beyond = parseListRequest({ filter: `gt(id,${id})` }, auditList, EXPORT_PAGE).where
  const criteria = [request.where, beyond].filter((one) => one !== null)
  return { ...request, where: { kind: 'and', criteria } }
}

const tags = ['Audit log']
const FILTERS =
  'The entries of a store belong to the store; those of operations on the organization itself to the organization.'

const schemas = {
  list: {
    operationId: 'ListAuditEntries',
    summary: 'List audit entries',
    description: `Who changed what, newest first. ${FILTERS}`,
    tags,
    querystring: listQuerySchema(auditList),
    response: { 200: listSchema(AuditEntry), ...errorResponses(403) },
  },
  get: {
    operationId: 'GetAuditEntry',
    summary: 'Get an audit entry',
    tags,
    params: Type.Object({ audit_entry_id: Type.String({ format: 'uuid' }) }),
    response: { 200: Data(AuditEntry), ...errorResponses(403, 404) },
  },
  export: {
    operationId: 'ExportAuditEntries',
    summary: 'Export audit entries',
    description: `One JSON object per line, oldest first, each as in \`GetAuditEntry\`. ${FILTERS}`,
    tags,
    querystring: Type.Object({
      filter: Type.Optional(filterSchema(auditList, 'Only these entries, as in `ListAuditEntries`.')),
    }),
    response: { 200: Bytes, ...errorResponses(403) },
  },
}
