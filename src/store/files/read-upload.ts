import path from 'node:path'
import { MIMEType } from 'node:util'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuseNulInField } from '../../http/bodies/form-body.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { Spooled } from './bytes/bytes.ts'
import type { Depot } from './bytes/depot.ts'
import { tooLarge } from './bytes/spool.ts'

/** What a form said. `file` is null when it had none. */
export type Form = { file: Spooled | null; file_name: string | null; fields: Readonly<Record<string, string>> }

const LONGEST_NAME = 255
/** RFC 2046, 5.1.1. */
const LONGEST_BOUNDARY = 70
/** What the frame of a form may take beside the file. */
const FRAME = 65_536

/** Reads a form; the file goes to the spool as it arrives. Throws `too_large`, `malformed_body`, `invalid`. */
export async function readForm(request: FastifyRequest, depot: Depot): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > depot.size_limit + FRAME) throw tooLarge(depot.size_limit)
  const form = { file: null, file_name: null, fields: {} } as { -readonly [Name in keyof Form]: Form[Name] }
  try {
    checkBoundary(request.headers['content-type'])
    for await (const part of request.parts({ limits: { fileSize: depot.size_limit + 1 } })) {
      if (part.type === 'field') form.fields = { ...form.fields, [part.fieldname]: takeField(part) }
      else Object.assign(form, await takeFile(part, depot))
    }
    return form
  } catch (error) {
    if (form.file !== null) await depot.spool.discard(form.file)
    // Nobody reads the rest: without this the connection would wait for it.
    request.raw.unpipe()
    request.raw.resume()
    throw toRefusal(error, depot.size_limit)
  }
}

/** Throws `malformed_header`. */
function checkBoundary(content_type = ''): void {
  const [, parameters = ''] = /^[^;]*(;.*)$/.exec(content_type) ?? []
  const boundary = new MIMEType(`multipart/form-data${parameters}`).params.get('boundary') ?? ''
  if (boundary !== '' && boundary.length <= LONGEST_BOUNDARY) return
  const detail = `Content-Type must have a boundary of 1 to ${LONGEST_BOUNDARY} characters.`
  throw new AppError('malformed_header', [{ detail, header: 'Content-Type' }])
}

/** A field that is labelled as JSON arrives parsed. */
function takeField({ fieldname, value }: MultipartValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  refuseNulInField(fieldname, [text])
  return text
}

async function takeFile(part: MultipartFile, { spool, size_limit }: Depot): Promise<Partial<Form>> {
  try {
    refuseNulInField(part.fieldname, [part.filename ?? ''])
    if (part.fieldname !== 'file') throw misnamed(part.fieldname)
  } catch (error) {
    part.file.resume()
    throw error
  }
  return { file: await spool.take(part.file, size_limit), file_name: plainName(part.filename) }
}

function misnamed(name: string): AppError {
  return invalid([{ detail: `The form's file must be named file, not ${name}.`, pointer: '/file' }])
}

/** A name without folders and without what no name should hold. */
export function plainName(name: string | undefined): string {
  const last = path.basename((name ?? '').replaceAll('\\', '/').toWellFormed())
  return (
    last
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST_NAME) || 'file'
  )
}

/** What the reader of forms refuses has a status of its own. */
function toRefusal(error: unknown, size_limit: number): unknown {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(size_limit)
  if (code === 'FST_FILES_LIMIT') return invalid([{ detail: 'A form holds one file.', pointer: '/file' }])
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  const isTheirs = (status >= 400 && status < 500) || /unexpected end|malformed|boundary|needle/i.test(String(error))
  return isTheirs
    ? new AppError('malformed_body', [{ detail: `The form could not be read: ${messageOf(error)}.` }])
    : error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.toLowerCase() : String(error)
}
