import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { selectRow } from '../kit/store.ts'
import type { FileDeps } from './create.ts'
import { type File, files, keyOf } from './file.ts'
import { disposition, isShown } from './rules/disposition.ts'

/** The content of files: with a seller's token, and of public ones at an address that needs none. */
export function contentRoutes(server: Server, deps: FileDeps): void {
  server.get('/v2/files/:file_id/content', { config: { access: 'seller' }, schema: schemas.own }, (request, reply) => {
    const { file_id } = request.params
    return answer(deps, { owner_id: inStore(request.caller).store_id, id: file_id }, 'private', request, reply)
  })

  server.get(
    '/files/:store_id/:file_id/:file_name',
    { config: { access: 'public' }, schema: schemas.public },
    (request, reply) => {
      const { store_id, file_id } = request.params
      return answer(deps, { owner_id: store_id, id: file_id }, 'public', request, reply)
    },
  )
}

type Reach = 'public' | 'private'

// Long, since a file never changes; not for ever, since it may be deleted.
const CACHED: Readonly<Record<Reach, string>> = { public: 'public, max-age=86400', private: 'private, no-cache' }

async function answer(
  { db, depot }: FileDeps,
  { owner_id, id }: { owner_id: string; id: string },
  reach: Reach,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = isUuid(owner_id) && isUuid(id) ? await selectRow(db, files, { owner_id, id }) : undefined
  if (known === undefined || (reach === 'public' && !known.public)) throw notFound('file')
  if (known.file_location !== null) return reply.redirect(known.file_location)
  const tag = `"${known.checksum}"`
  reply.headers({ etag: tag, 'cache-control': CACHED[reach] })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  const content = await depot.bytes.read(keyOf(known))
  // Deleted since its row was read.
  if (content === null) throw notFound('file')
  return reply.headers(headersOf(known)).send(content)
}

function headersOf({ mime_type, file_size, file_name }: File): Record<string, string | number> {
  const charset = mime_type.startsWith('text/') ? '; charset=utf-8' : ''
  return {
    'content-type': `${mime_type}${charset}`,
    'content-length': file_size,
    'content-disposition': disposition(isShown(mime_type) ? 'inline' : 'attachment', file_name),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(tag)
}

const id = Type.String({ format: 'uuid' })
const content = {
  200: { content: { '*/*': { schema: Type.String({ format: 'binary' }) } } },
  302: Type.Null({ description: 'The file lies elsewhere.' }),
  304: Type.Null({ description: 'It is what the caller has.' }),
}

const schemas = {
  own: {
    operationId: 'GetFileContent',
    summary: 'Get the content of a file',
    tags: [files.tag],
    params: Type.Object({ file_id: id }),
    response: content,
  },
  public: {
    operationId: 'GetPublicFileContent',
    summary: 'Get the content of a public file',
    tags: [files.tag],
    params: Type.Object({ store_id: id, file_id: id, file_name: Type.String() }),
    response: content,
  },
}
