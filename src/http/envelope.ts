import { type TSchema, Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'

/** The frame of every body that holds a resource: `{ "data": … }`. */
export function Data<Schema extends TSchema>(schema: Schema) {
  return Type.Object({ data: schema })
}

/**
 * The content of a response that is not JSON: bytes of any media type. The first name is one that generators of clients
 * know as bytes; they know nothing of a range.
 */
export const Bytes = {
  content: {
    'application/octet-stream': { schema: Type.String({ format: 'binary' }) },
    '*/*': { schema: Type.String({ format: 'binary' }) },
  },
}

/** The ETag header of a version. */
export function etag(version: number): string {
  return `"${version}"`
}

const ETAG = '(?:W/)?"([0-9]{1,15})"'

/** Whether `If-None-Match` names the tag, so that the response is 304. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag)
}

/** The response to a request that names the ETag of what it would get. */
export const NotModified = Type.Null({ description: 'Not modified.' })

/** The request header that protects an update from overwriting an unseen version. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      'x-pattern': `^(?:\\*|${ETAG})$`,
      description: 'ETag of the version to change. If the current version is another one, the response is 409.',
    }),
  ),
})

/** The version in `If-Match`; null for none or `*`. Throws `malformed_header` for an invalid ETag. */
export function ifMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const version = new RegExp(`^${ETAG}$`).exec(header.trim())?.[1]
  if (version !== undefined) return Number(version)
  const detail = 'If-Match must be an ETag from a response, for example "3", or *.'
  throw new AppError('malformed_header', [{ detail, header: 'If-Match' }])
}
