import { randomBytes } from 'node:crypto'

/** Crockford's: no I, L, O or U, which are taken for others or make words. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Texts that nobody can guess: 5 bits of chance a character. */
export function randomCodes(count: number, length: number): string[] {
  const bytes = randomBytes(count * length)
  return Array.from({ length: count }, (_, index) => {
    let code = ''
    // 32 goes into 256 without a rest, so every digit is as likely as the others.
    for (const byte of bytes.subarray(index * length, (index + 1) * length)) code += DIGITS.charAt(byte % 32)
    return code
  })
}
