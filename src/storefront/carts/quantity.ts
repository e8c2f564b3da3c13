import { MOST_QUANTITY } from '../../store/carts/cart.ts'
import { integerIn, missingField } from '../hypermedia/fields.ts'
import { wrongField } from '../hypermedia/messages.ts'

/** The `quantity` of a body, which may be a text of digits. Throws a refusal that says what is wrong with it. */
export function quantityIn(sent: Readonly<Record<string, unknown>>, least: 0 | 1): number {
  const number = integerIn(sent, 'quantity')
  if (number === null) throw missingField('quantity')
  const written = String(sent.quantity)
  if (number < least) {
    const data = { 'min-value': String(least), 'invalid-value': written }
    throw wrongField('quantity', 'field.invalid.minimum.value', `quantity must be at least ${least}.`, data)
  }
  if (number > MOST_QUANTITY) throw tooMany(written)
  return number
}

/** More of one product than a line can have. */
export function tooMany(value: string) {
  const data = { 'max-value': String(MOST_QUANTITY), 'invalid-value': value }
  return wrongField('quantity', 'field.invalid.maximum.value', `quantity must be at most ${MOST_QUANTITY}.`, data)
}
