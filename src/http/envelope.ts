import { type TSchema, Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'

/** The frame of every body that contains a resource: `{ "data": … }`. */
export function Data<Schema extends TSchema>(schema: Schema) {
  return Type.Object({ data: schema })
}

/**
 * The content of a response of bytes with any media type. The first type is one that client generators know as bytes;
 * they do not support ranges of types.
 */
export const Bytes = {
  content: {
    'application/octet-stream': { schema: Type.String({ format: 'binary' }) },
    '*/*': { schema: Type.String({ format: 'binary' }) },
  },
}

export function etag(version: number): string {
  return `"${version}"`
}

const ETAG = '(?:W/)?"([0-9]{1,15})"'

/** True if `If-None-Match` matches the tag, so that the response is 304. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag)
}

/** The response if the client already has the content with this ETag. */
export const NotModified = Type.Null({ description: 'Not modified.' })

/** The request header that protects an update from overwriting an unseen version. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      'x-pattern': `^(?:\\*|${ETAG})$`,
      description: 'ETag of the version to change. If the current version differs, the response is 409.',
    }),
  ),
})

/** The version in `If-Match`; null without the header or for `*`. Throws `malformed_header` for an invalid ETag. */
export function ifMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const version = new RegExp(`^${ETAG}$`).exec(header.trim())?.[1]
  if (version !== undefined) return Number(version)
  const detail = 'If-Match must be an ETag from a response, for example "3", or *.'
  throw new AppError('malformed_header', [{ detail, header: 'If-Match' }])
}
