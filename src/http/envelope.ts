import { type TSchema, Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'

/** The frame of every body that holds a resource: `{ "data": … }`. */
export function Data<Schema extends TSchema>(schema: Schema) {
  return Type.Object({ data: schema })
}

const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-20T17:46:03.120Z'] })

/** `meta.timestamps` of a resource: ISO 8601, UTC, whole milliseconds. */
export const Timestamps = Type.Object({ created_at: Timestamp, updated_at: Timestamp })

/** The ETag header of a version. */
export function etag(version: number): string {
  return `"${version}"`
}

/** The request header that guards an update against a version the caller has not seen. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'ETag of the version that is meant; another one: 409.' })),
})

/** The version that `If-Match` names, null when the caller doesn't care. Throws `malformed_header` for what no ETag of ours looks like. */
export function ifMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1]
  if (version !== undefined) return Number(version)
  const detail = 'If-Match must be one ETag as a read answered it, for example "3", or *.'
  throw new AppError('malformed_header', [{ detail, header: 'If-Match' }])
}
