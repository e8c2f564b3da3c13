import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Bytes, matchesTag, NotModified } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { selectRow } from '../kit/store.ts'
import type { FileDeps } from './create.ts'
import { type File, files, keyOf } from './file.ts'
import { disposition, isSafeInline } from './rules/disposition.ts'
import { sizesOf, WIDTHS, type Width } from './sizes/size.ts'
import { Sizes } from './sizes/sizes.ts'

/** Routes for the content of files: with a seller token, or without a token for public files. */
export function contentRoutes(server: Server, deps: FileDeps): void {
  const sizes = new Sizes(deps, ({ owner_id, id }, error) =>
    server.log.warn({ store_id: owner_id, file_id: id, reason: String(error) }, 'cannot resize picture'),
  )
  const contents = { ...deps, sizes }

  server.get(
    '/v2/files/:file_id/content',
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.own },
    (request, reply) => {
      const { store_id: owner_id } = inStore(request.caller)
      const requested = {
        owner_id,
        id: request.params.file_id,
        visibility: 'private',
        width: request.query.width,
      } as const
      return sendContent(contents, requested, request, reply)
    },
  )

  // Served below both prefixes, because a proxy in front of the storefront forwards only paths below `/storefront`.
  for (const prefix of ['', '/storefront'] as const) {
    const schema = { ...schemas.public, hide: prefix !== '' }
    server.get(
      `${prefix}/files/:store_id/:file_id/:file_name`,
      { config: { access: 'public' }, schema },
      (request, reply) => {
        const { store_id: owner_id, file_id: id } = request.params
        const requested = { owner_id, id, visibility: 'public', width: request.query.width } as const
        return sendContent(contents, requested, request, reply)
      },
    )
  }
}

type Contents = Pick<FileDeps, 'db' | 'fileStorage'> & { sizes: Sizes }

type Visibility = 'public' | 'private'
type Requested = { owner_id: string; id: string; visibility: Visibility; width?: Width | undefined }

// Files are immutable but can be deleted, so caches keep them for a day.
const CACHE_CONTROL: Readonly<Record<Visibility, string>> = {
  public: 'public, max-age=86400',
  private: 'private, no-cache',
}
/** The original replaces a size that could not be made; it expires soon, because the size may exist by then. */
const SUBSTITUTE_CACHE_CONTROL: Readonly<Record<Visibility, string>> = {
  ...CACHE_CONTROL,
  public: 'public, max-age=60',
}

async function sendContent(contents: Contents, requested: Requested, request: FastifyRequest, reply: FastifyReply) {
  const file = await findFile(contents, requested)
  if (file.file_location !== null) return reply.redirect(file.file_location)
  for (const { tag, cache_control, open } of contentsOf(contents, file, requested)) {
    reply.headers({ etag: tag, 'cache-control': cache_control })
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const opened = await open()
    if (opened !== null) return reply.headers(headersOf(file, opened.file_size)).send(opened.content)
  }
  // The file was deleted after its row was read.
  throw notFound('file')
}

async function findFile({ db }: Contents, { owner_id, id, visibility }: Requested): Promise<File> {
  const file = isUuid(owner_id) && isUuid(id) ? await selectRow(db, files, { owner_id, id }) : undefined
  if (file === undefined || (visibility === 'public' && !isPublicHere(file))) throw notFound('file')
  return file
}

/** No redirects to links, since they would lead from this domain to any other. The API shows the link itself. */
function isPublicHere(file: File): boolean {
  return file.public && file.file_location === null
}

type Content = {
  tag: string
  cache_control: string
  open(): Promise<{ content: Readable; file_size: number } | null>
}

/** Contents to send, in order of preference: the requested size, if the file has it, then the original. */
function contentsOf({ fileStorage, sizes }: Contents, file: File, { visibility, width }: Requested): Content[] {
  const size = sizesOf(file).find((one) => one.width === width)
  const original: Content = {
    tag: `"${file.checksum}"`,
    cache_control: (size === undefined ? CACHE_CONTROL : SUBSTITUTE_CACHE_CONTROL)[visibility],
    async open() {
      const content = await fileStorage.bytes.read(keyOf(file))
      return content && { content, file_size: file.file_size }
    },
  }
  if (size === undefined) return [original]
  const tag = `"${file.checksum}-${size.width}"`
  return [{ tag, cache_control: CACHE_CONTROL[visibility], open: () => sizes.open(file, size.width) }, original]
}

function headersOf({ mime_type, file_name }: File, bytes: number): Record<string, string | number> {
  const charset = mime_type.startsWith('text/') ? '; charset=utf-8' : ''
  return {
    'content-type': `${mime_type}${charset}`,
    'content-length': bytes,
    'content-disposition': disposition(isSafeInline(mime_type) ? 'inline' : 'attachment', file_name),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const id = Type.String({ format: 'uuid' })
const querystring = Type.Object({
  width: Type.Optional(
    Type.Enum([...WIDTHS], {
      type: 'integer',
      title: 'PictureWidth',
      description:
        'Width in pixels of a smaller picture in the same format, created on the first request. The original is returned if it is narrower, animated, damaged, very large, or not a JPEG, PNG, WebP, GIF or AVIF.',
    }),
  ),
})
const content = { 200: Bytes, 304: NotModified }

const schemas = {
  own: {
    operationId: 'GetFileContent',
    summary: 'Get the content of a file',
    tags: [files.tag],
    params: Type.Object({ file_id: id }),
    querystring,
    response: { ...content, 302: Type.Null({ description: 'Redirect to the linked file.' }) },
  },
  public: {
    operationId: 'GetPublicFileContent',
    summary: 'Get the content of a public file',
    tags: [files.tag],
    params: Type.Object({ store_id: id, file_id: id, file_name: Type.String() }),
    querystring,
    response: content,
  },
}
