import { base32nopad } from '@scure/base'
import { AppError } from '../../kernel/errors.ts'

/** An id in an address: lower-case base32 of what it holds, with one `=` behind it. Clients never look into it. */
export function opaque(text: string): string {
  return `${base32nopad.encode(Buffer.from(text)).toLowerCase()}=`
}

/** What an id holds. Throws `malformed_query` for one that nobody was given. */
export function readOpaque(id: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      base32nopad.decode(id.replace(/=$/, '').toUpperCase()),
    )
    if (text !== '' && opaque(text) === id.toLowerCase().replace(/=?$/, '=')) return text
  } catch {
    // Not even base32.
  }
  throw new AppError('malformed_query', [{ detail: 'An id in the address cannot be read.' }])
}
