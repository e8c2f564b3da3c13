import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import { Bytes, matchesTag } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { selectRow } from '../kit/store.ts'
import type { FileDeps } from './create.ts'
import { type File, files, keyOf } from './file.ts'
import { disposition, isSafeInline } from './rules/disposition.ts'

/** Routes for the content of files: with a seller token, and without a token for public files. */
export function contentRoutes(server: Server, deps: FileDeps): void {
  server.get('/v2/files/:file_id/content', { config: { access: 'seller' }, schema: schemas.own }, (request, reply) => {
    const { file_id } = request.params
    return sendContent(deps, { owner_id: inStore(request.caller).store_id, id: file_id }, 'private', request, reply)
  })

  server.get(
    '/files/:store_id/:file_id/:file_name',
    { config: { access: 'public' }, schema: schemas.public },
    (request, reply) => {
      const { store_id, file_id } = request.params
      return sendContent(deps, { owner_id: store_id, id: file_id }, 'public', request, reply)
    },
  )
}

type Visibility = 'public' | 'private'

// Files are immutable, but can be deleted: cached for a day.
const CACHE_CONTROL: Readonly<Record<Visibility, string>> = {
  public: 'public, max-age=86400',
  private: 'private, no-cache',
}

async function sendContent(
  { db, fileStorage }: FileDeps,
  { owner_id, id }: { owner_id: string; id: string },
  visibility: Visibility,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const file = isUuid(owner_id) && isUuid(id) ? await selectRow(db, files, { owner_id, id }) : undefined
  if (file === undefined || (visibility === 'public' && !file.public)) throw notFound('file')
  if (file.file_location !== null) return reply.redirect(file.file_location)
  const tag = `"${file.checksum}"`
  reply.headers({ etag: tag, 'cache-control': CACHE_CONTROL[visibility] })
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  const content = await fileStorage.bytes.read(keyOf(file))
  // Deleted since its row was read.
  if (content === null) throw notFound('file')
  return reply.headers(headersOf(file)).send(content)
}

function headersOf({ mime_type, file_size, file_name }: File): Record<string, string | number> {
  const charset = mime_type.startsWith('text/') ? '; charset=utf-8' : ''
  return {
    'content-type': `${mime_type}${charset}`,
    'content-length': file_size,
    'content-disposition': disposition(isSafeInline(mime_type) ? 'inline' : 'attachment', file_name),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const id = Type.String({ format: 'uuid' })
const content = {
  200: Bytes,
  302: Type.Null({ description: 'Redirect to the linked file.' }),
  304: Type.Null({ description: 'Not modified.' }),
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
