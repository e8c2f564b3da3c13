import { randomBytes } from 'node:crypto'

/** Crockford's base32: no I, L, O or U, which are ambiguous or form words. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Unguessable texts: 5 random bits per character. */
export function randomCodes(count: number, length: number): string[] {
  const bytes = randomBytes(count * length)
  return Array.from({ length: count }, (_, index) => {
    let code = ''
    // 256 is a multiple of 32, so all digits are equally likely.
    for (const byte of bytes.subarray(index * length, (index + 1) * length)) code += DIGITS.charAt(byte % 32)
    return code
  })
}
