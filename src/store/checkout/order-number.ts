import type { Settings } from '../settings/settings.ts'

/** Crockford's base32, which has no letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Derives an order number from the random part of the order's id. Among ten million orders, the chance of any duplicate
 * is at most 5 %.
 */
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

const MIN_NUMBER = 10n ** 14n

/** Fifteen digits without a leading zero, because programs that parse numbers would drop it. */
function digitsOf(random: bigint): string {
  return String(MIN_NUMBER + (random % (9n * MIN_NUMBER)))
}
