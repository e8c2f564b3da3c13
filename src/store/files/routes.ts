import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { checkBodyOf } from '../../http/validation/check-body.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { addressOfRow } from '../kit/resource.ts'
import { type RouteDeps, resourceRoutes, sendOne } from '../kit/routes.ts'
import { contentRoutes } from './content-routes.ts'
import { createFile, type FileDeps, linkFile } from './create.ts'
import { type File, files } from './file.ts'
import { plainName, readForm } from './read-upload.ts'

export function routes(server: Server, deps: RouteDeps & FileDeps): void {
  resourceRoutes(server, deps, files, ['list', 'get', 'remove'])
  contentRoutes(server, deps)
  // Only this route accepts multipart forms.
  server.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 8192, fieldNameSize: 100 } })
    scope.post(
      '/v2/files',
      { config: { access: 'seller', area: 'catalog', reports_unknown: true }, schema: create },
      async (request, reply) => {
        const owner = inStore(request.caller)
        const row = request.isMultipart()
          ? await createFromForm(deps, owner, request)
          : await createFromLink(deps, owner, request.body)
        reply.code(201).header('location', addressOfRow(files, row, deps.base_url))
        return sendOne(deps, files, row, reply)
      },
    )
  })
}

async function createFromForm(deps: FileDeps, owner: Owner, request: FastifyRequest): Promise<File> {
  const { file, file_name, fields } = await readForm(request, deps.fileStorage)
  try {
    checkBodyOf(request, Form, fields)
    const isPublic = fields.public === 'true'
    const name = fields.file_name === undefined ? (file_name ?? 'file') : plainName(fields.file_name)
    const { alternative_text = '' } = fields
    if (file !== null)
      return await createFile(deps, owner, { file, file_name: name, public: isPublic, alternative_text })
    const { file_location } = fields
    if (file_location === undefined) throw missingFile()
    return await linkFile(deps, owner, linkOf({ ...fields, file_location, public: isPublic }))
  } finally {
    if (file !== null) await deps.fileStorage.spool.discard(file)
  }
}

type LinkBody = {
  file_location: string
  file_name?: string
  mime_type?: string
  public?: boolean
  alternative_text?: string
}

function createFromLink(deps: FileDeps, owner: Owner, body: unknown): Promise<File> {
  if (body === undefined || body === null) throw invalid([{ detail: 'The body is required.', pointer: '' }])
  const { data, ...bare } = body as LinkBody & { data?: LinkBody }
  return linkFile(deps, owner, linkOf(data ?? bare))
}

function linkOf({
  file_location,
  file_name,
  mime_type = 'application/octet-stream',
  public: isPublic = false,
  alternative_text = '',
}: LinkBody) {
  return {
    file_location,
    file_name: file_name === undefined ? '' : plainName(file_name),
    mime_type,
    public: isPublic,
    alternative_text,
  }
}

function missingFile() {
  const detail = 'The form must contain a file, or a file_location with an http or https URL.'
  return invalid([{ detail, pointer: '/file' }])
}

const name = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Default: the name of the uploaded file; none for a link.',
  }),
)
const isPublic = { description: 'Whether the content can be read without a token. Default: false.' }

const Link = Type.Object(
  {
    file_location: Type.String({
      format: 'uri',
      pattern: '^https?:\\/\\/',
      maxLength: 2048,
      description: 'URL of the file.',
    }),
    file_name: name,
    mime_type: Type.Optional(Type.String({ pattern: '^[\\w.+-]+\\/[\\w.+-]+$', maxLength: 255 })),
    public: Type.Optional(Type.Boolean(isPublic)),
    alternative_text: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'What a picture shows, in words, for people who do not see it. Default: the storefront uses the name of the product.',
      }),
    ),
  },
  { title: 'NewFileLink' },
)

/** Accepts a link both inside and outside of `data`. */
export const FileLinkCreate = Type.Union([Type.Object({ data: Link }, { title: 'LinkFileRequest' }), Link])

/** Spellings of true and false that programming languages put into forms. */
const FORM_BOOLEANS = {
  ...Object.fromEntries(['1', 'True', 'TRUE', 'on', 'yes'].map((word) => [word, 'true'])),
  ...Object.fromEntries(['0', 'False', 'FALSE', 'off', 'no', ''].map((word) => [word, 'false'])),
}

// Not a union of `file` or `file_location`, because client generators make worse types from unions.
const Form = Type.Object(
  {
    ...Link.properties,
    file: Type.Optional(Type.String({ format: 'binary' })),
    file_location: Type.Optional({
      ...Link.properties.file_location,
      description: 'URL of the file to link, required without `file`.',
    }),
    public: Type.Optional(Type.Enum(['true', 'false'], { ...isPublic, 'x-aliases': FORM_BOOLEANS })),
  },
  { additionalProperties: false },
)

const create = {
  operationId: 'CreateFile',
  summary: 'Upload or link a file',
  description:
    'Takes a form with the `file`, or JSON with the `file_location` of a file elsewhere, which is not fetched. The media type and dimensions of an upload are detected from its bytes. Files are immutable. Emits `file.created`.',
  tags: [files.tag],
  consumes: ['multipart/form-data', 'application/json'],
  body: {
    content: {
      'multipart/form-data': { schema: Form },
      'application/json': { schema: FileLinkCreate },
    },
  },
  response: { 201: Data(files.schemas.resource), ...errorResponses(413) },
}
