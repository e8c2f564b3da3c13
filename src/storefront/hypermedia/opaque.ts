import { base32nopad } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../kernel/errors.ts'

/** An answer has the same few ids in most of its addresses, and each of its parts is read by them. */
const ids = new LRUCache<string, string>({ max: 10_000 })
const texts = new LRUCache<string, string>({ max: 10_000 })

/** An id in an address: lower-case base32 of what it holds, with one `=` behind it. Clients never look into it. */
export function opaque(text: string): string {
  const known = ids.get(text)
  if (known !== undefined) return known
  const id = `${base32nopad.encode(Buffer.from(text)).toLowerCase()}=`
  ids.set(text, id)
  texts.set(id, text)
  return id
}

/** What an id holds. Throws `malformed_query` for one that nobody was given. */
export function readOpaque(id: string): string {
  const known = texts.get(id)
  if (known !== undefined) return known
  try {
    const bytes = base32nopad.decode(id.replace(/=$/, '').toUpperCase())
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text !== '' && !text.includes('\0') && opaque(text) === id.toLowerCase().replace(/=?$/, '=')) return text
  } catch {
    // Not even base32.
  }
  throw new AppError('malformed_query', [{ detail: 'An id in the address cannot be read.' }])
}
