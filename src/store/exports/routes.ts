import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitSentence } from '../../db/row-limit.ts'
import { inStore } from '../../http/callers/caller.ts'
import { Bytes, Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { sendStream } from '../../http/send-stream.ts'
import type { Server } from '../../http/server.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { FILTER_LENGTH } from '../../kernel/lists/filter.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import type { FileStorage } from '../files/bytes/file-storage.ts'
import { disposition } from '../files/rules/disposition.ts'
import { createOne } from '../kit/operations.ts'
import { rejectOtherRelationships } from '../kit/relationships.ts'
import { addressOfRow } from '../kit/resource.ts'
import { collectionOf, type RouteDeps, resourceRoutes, schemasOf, sendOne } from '../kit/routes.ts'
import { selectRow } from '../kit/store.ts'
import { duplicateRoutes } from './duplicate-routes.ts'
import { DUPLICATION, type ExportJob, exportJobs, JOB_TYPES, keyOfPiece } from './export-job.ts'
import { criteriaOfExport, EXPORT_KINDS, type ExportKind } from './sources.ts'
import { exportLimit } from './sql/limit.ts'

type ExportDeps = RouteDeps & { fileStorage: FileStorage }

export function routes(server: Server, deps: ExportDeps): void {
  resourceRoutes(server, deps, exportJobs, ['list', 'get'])
  duplicateRoutes(server, deps)

  server.post(
    '/v2/jobs',
    { config: { access: 'seller', area: 'exports' }, schema: schemas.create },
    async (request, reply) => {
      const { job_type, filter = null } = request.body.data
      const what = kindIn(request.body.data)
      rejectOtherRelationships((request.body.data as { relationships?: unknown }).relationships, [{}])
      criteriaOfExport(what, filter)
      const row = await createOne(deps, exportJobs, collectionOf(exportJobs, request), { what, filter })
      reply.code(job_type === undefined ? 201 : 202).header('location', addressOfRow(exportJobs, row, deps.base_url))
      return sendOne(deps, exportJobs, row, reply)
    },
  )

  server.get(
    '/v2/jobs/:job_id/file',
    { config: { access: 'seller', area: 'exports' }, schema: schemas.file },
    async (request) => {
      const job = await findComplete(deps, request)
      const href = `${deps.base_url}/jobs/${job.id}/content`
      return { data: { href, file_name: nameOf(job), file_size: job.bytes, expires_at: job.expires_at ?? '' } }
    },
  )

  server.get(
    '/v2/jobs/:job_id/content',
    { config: { access: 'seller', area: 'exports' }, schema: schemas.content },
    async (request, reply) => {
      const job = await findComplete(deps, request)
      const headers = {
        'content-type': 'application/jsonl',
        'content-length': job.bytes,
        'content-disposition': disposition('attachment', nameOf(job)),
      }
      return sendStream(reply.headers(headers), contentOf(deps, job))
    },
  )
}

/** Returns the kind that a body requests under either name. Throws `invalid` if it is missing or the names differ. */
function kindIn({ what, job_type }: { what?: ExportKind; job_type?: string }): ExportKind {
  const named = EXPORT_KINDS.find((kind) => JOB_TYPES[kind] === job_type)
  const kind = what ?? named
  if (kind === undefined) {
    const allowed = `data.job_type is required: ${Object.values(JOB_TYPES).join(', ')}`
    throw invalid([{ detail: `${allowed}; or data.what: ${EXPORT_KINDS.join(', ')}.`, pointer: '/data/job_type' }])
  }
  if (named !== undefined && named !== kind)
    throw invalid([
      { detail: `data.job_type must be ${JOB_TYPES[kind]} to match data.what.`, pointer: '/data/job_type' },
    ])
  return kind
}

/** Returns the finished export. Throws `conflict` while it is unfinished, and `not_found`, also once it has expired. */
async function findComplete({ db, clock }: ExportDeps, request: FastifyRequest): Promise<ExportJob> {
  const id = String((request.params as { job_id: string }).job_id).toLowerCase()
  const job = await selectRow(db, exportJobs, { owner_id: inStore(request.caller).store_id, id })
  if (job === undefined) throw notFound(exportJobs.singular)
  if (job.what === DUPLICATION)
    throw new AppError('not_found', [{ detail: 'A job that copies a hierarchy has no file.' }])
  if (job.status !== 'complete' || job.expires_at === null)
    throw new AppError('conflict', [
      { detail: `The export is ${job.status}. Its file is available once the status is complete.` },
    ])
  if (Date.parse(job.expires_at) <= clock()) throw new AppError('not_found', [{ detail: 'The file has expired.' }])
  return job as ExportJob
}

async function* contentOf({ fileStorage }: ExportDeps, job: ExportJob): AsyncGenerator<Uint8Array> {
  for (let piece = 1; piece <= job.pieces; piece++) {
    const stream = await fileStorage.bytes.read(keyOfPiece(job, piece))
    if (stream === null) throw new Error(`Piece ${piece} of the export ${job.id} is missing.`)
    yield* stream as AsyncIterable<Uint8Array>
  }
}

function nameOf({ what, finished_at }: ExportJob): string {
  return `${what}-${finished_at?.slice(0, 10)}.jsonl`
}

const params = Type.Object({ job_id: Type.String({ format: 'uuid', description: 'Id of the export job.' }) })

const File = Type.Object({
  href: Type.String({ description: 'URL of the content; requires a seller token.' }),
  file_name: Type.String(),
  file_size: Type.Integer({ description: 'Size in bytes.' }),
  expires_at: Type.String({ format: 'date-time', description: 'Time after which the file is no longer available.' }),
})

const ExportCreate = Type.Object({
  type: ImpliedType('job'),
  what: Type.Optional(Type.Enum([...EXPORT_KINDS], { description: 'The resource to export.' })),
  job_type: Type.Optional(
    Type.Enum(Object.values(JOB_TYPES), {
      description: 'Alias of `what`. The response is then a 202.',
      'x-aliases': Object.fromEntries(Object.values(JOB_TYPES).map((name) => [name.replace('_', '-'), name])),
    }),
  ),
  filter: Type.Optional(
    Type.Union([Type.String({ maxLength: FILTER_LENGTH }), Type.Null()], {
      description: 'A filter of the list of the resource, such as `ge(created_at,2026-11-20)`.',
    }),
  ),
})

const CREATED = { ...Data(exportJobs.schemas.resource), description: 'The export, which a background job writes.' }

const schemas = {
  create: {
    ...schemasOf(exportJobs).create,
    description: limitSentence(exportLimit),
    body: Data(ExportCreate),
    response: { 201: CREATED, 202: CREATED, ...errorResponses(409) },
  },
  file: {
    operationId: 'GetExportFile',
    summary: 'Get the URL of the file of an export',
    tags: [exportJobs.tag],
    params,
    response: { 200: Data(File), ...errorResponses(409) },
  },
  content: {
    operationId: 'GetExportContent',
    summary: 'Get the content of an export',
    description: 'One JSON object per line.',
    tags: [exportJobs.tag],
    params,
    response: {
      200: Bytes,
      ...errorResponses(409),
    },
  },
}
