import { MOST_QUANTITY } from '../../store/carts/cart.ts'
import { wrongField } from '../hypermedia/messages.ts'

/** The `quantity` of a body, which may be a text of digits. Throws a refusal that says what is wrong with it. */
export function quantityIn({ quantity }: Readonly<Record<string, unknown>>, least: 0 | 1): number {
  if (quantity === undefined || quantity === null || quantity === '')
    throw wrongField('quantity', 'field.required', 'quantity is missing.')
  const number = integerOf(quantity)
  const invalid = { 'invalid-value': String(typeof quantity === 'object' ? JSON.stringify(quantity) : quantity) }
  if (number === null)
    throw wrongField('quantity', 'field.invalid.integer.format', 'quantity must be an integer.', invalid)
  if (number < least) {
    const data = { 'min-value': String(least), ...invalid }
    throw wrongField('quantity', 'field.invalid.minimum.value', `quantity must be at least ${least}.`, data)
  }
  if (number > MOST_QUANTITY) throw tooMany(invalid['invalid-value'])
  return number
}

/** More of one product than a line can have. */
export function tooMany(value: string) {
  const data = { 'max-value': String(MOST_QUANTITY), 'invalid-value': value }
  return wrongField('quantity', 'field.invalid.maximum.value', `quantity must be at most ${MOST_QUANTITY}.`, data)
}

function integerOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null
  return typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : null
}
