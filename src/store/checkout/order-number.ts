import type { Settings } from '../settings/settings.ts'

/** Without letters that look like digits (Crockford's base32). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of a new order, from the random part of its id: two orders in ten million have the same with a chance of 5 % at most. */
export function orderNumber(order_id: string, format: Settings['order_number_format']): string {
  const random = BigInt(`0x${order_id.replaceAll('-', '').slice(-13)}`)
  return format === 'digits' ? digitsOf(random) : lettersOf(random)
}

/** Ten characters, 50 bits. */
function lettersOf(random: bigint): string {
  let remaining = random
  let letters = ''
  for (let digit = 0; digit < 10; digit += 1) {
    letters = DIGITS.charAt(Number(remaining % 32n)) + letters
    remaining /= 32n
  }
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

const LOWEST = 10n ** 14n

/** Fifteen digits without a leading zero, which programs that read a number would drop. */
function digitsOf(random: bigint): string {
  return String(LOWEST + (random % (9n * LOWEST)))
}
