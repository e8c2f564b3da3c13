import { base32nopad } from '@scure/base'
import { AppError } from '../../kernel/errors.ts'

/** Maximum length of cached ids, in characters. Longer ids are searches, which differ from request to request. */
const MAX_CACHED_LENGTH = 200

const MAX_CACHED = 10_000

/** Caches, because most URIs of a response contain the same few ids. They are emptied when full. */
const encoded = new Map<string, string>()
const decoded = new Map<string, string>()

/** Encodes text as an id in a URI: lower-case base32 with one trailing `=`. Opaque to clients. */
export function encodeId(text: string): string {
  const cached = encoded.get(text)
  if (cached !== undefined) return cached
  const id = `${base32nopad.encode(Buffer.from(text)).toLowerCase()}=`
  if (id.length > MAX_CACHED_LENGTH) return id
  if (encoded.size >= MAX_CACHED) {
    encoded.clear()
    decoded.clear()
  }
  encoded.set(text, id)
  decoded.set(id, text)
  return id
}

/** Throws `malformed_query` for text that `encodeId` cannot have returned. */
export function decodeId(id: string): string {
  const cached = decoded.get(id)
  if (cached !== undefined) return cached
  try {
    const bytes = base32nopad.decode(id.replace(/=$/, '').toUpperCase())
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text !== '' && !text.includes('\0') && encodeId(text) === id.toLowerCase().replace(/=?$/, '=')) return text
  } catch {
    // The id is not base32.
  }
  throw new AppError('malformed_query', [{ detail: 'The URI contains an invalid id.' }])
}
