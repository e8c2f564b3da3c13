import path from 'node:path'
import { MIMEType } from 'node:util'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuseNulInField } from '../../http/bodies/form-body.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { Spooled } from './bytes/bytes.ts'
import type { FileStorage } from './bytes/file-storage.ts'
import { tooLarge } from './bytes/spool.ts'

/** The content of a form. `file` and `file_name` are null if the form has no file. */
export type Form = { file: Spooled | null; file_name: string | null; fields: Readonly<Record<string, string>> }

const MAX_NAME_LENGTH = 255
/** RFC 2046, 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70
/** Bytes of a form besides the file: boundaries, headers and fields. */
const FORM_OVERHEAD_BYTES = 65_536

/** Reads a form and spools its file. Throws `too_large`, `malformed_body`, `malformed_header` and `invalid`. */
export async function readForm(request: FastifyRequest, fileStorage: FileStorage): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > fileStorage.size_limit + FORM_OVERHEAD_BYTES)
    throw tooLarge(fileStorage.size_limit)
  const form = { file: null, file_name: null, fields: {} } as { -readonly [Name in keyof Form]: Form[Name] }
  try {
    checkBoundary(request.headers['content-type'])
    for await (const part of request.parts({ limits: { fileSize: fileStorage.size_limit + 1 } })) {
      if (part.type === 'field') form.fields = { ...form.fields, [part.fieldname]: readField(part) }
      else Object.assign(form, await readFile(part, fileStorage))
    }
    return form
  } catch (error) {
    if (form.file !== null) await fileStorage.spool.discard(form.file)
    // Discards the rest of the body; otherwise the connection would wait for it.
    request.raw.unpipe()
    request.raw.resume()
    throw toAppError(error, fileStorage.size_limit)
  }
}

function checkBoundary(content_type = ''): void {
  const [, parameters = ''] = /^[^;]*(;.*)$/.exec(content_type) ?? []
  const boundary = new MIMEType(`multipart/form-data${parameters}`).params.get('boundary') ?? ''
  if (boundary !== '' && boundary.length <= MAX_BOUNDARY_LENGTH) return
  const detail = `Content-Type must have a boundary of 1 to ${MAX_BOUNDARY_LENGTH} characters.`
  throw new AppError('malformed_header', [{ detail, header: 'Content-Type' }])
}

/** The parser decodes fields with a JSON content type. */
function readField({ fieldname, value }: MultipartValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  refuseNulInField(fieldname, [text])
  return text
}

async function readFile(part: MultipartFile, { spool, size_limit }: FileStorage): Promise<Partial<Form>> {
  try {
    refuseNulInField(part.fieldname, [part.filename ?? ''])
    if (part.fieldname !== 'file') throw wrongFieldName(part.fieldname)
  } catch (error) {
    part.file.resume()
    throw error
  }
  return { file: await spool.take(part.file, size_limit), file_name: plainName(part.filename) }
}

function wrongFieldName(name: string): AppError {
  return invalid([{ detail: `The file must be in the field file, not in ${name}.`, pointer: '/file' }])
}

/** Returns the base name without control characters, at most 255 characters; `file` if nothing is left. */
export function plainName(name: string | undefined): string {
  const last = path.basename((name ?? '').replaceAll('\\', '/').toWellFormed())
  return (
    last
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_NAME_LENGTH) || 'file'
  )
}

/** Translates errors of the form parser; returns other errors unchanged. */
function toAppError(error: unknown, size_limit: number): unknown {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(size_limit)
  if (code === 'FST_FILES_LIMIT') return invalid([{ detail: 'The form must contain only one file.', pointer: '/file' }])
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  const isClientError =
    (status >= 400 && status < 500) || /unexpected end|malformed|boundary|needle/i.test(String(error))
  return isClientError
    ? new AppError('malformed_body', [{ detail: `The form could not be read: ${messageOf(error)}.` }])
    : error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.toLowerCase() : String(error)
}
