import { Type } from 'typebox'
import { MAX_QUANTITY } from '../../store/carts/cart.ts'
import { missingField, readInteger } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'

export function quantityField(minimum: 0 | 1) {
  return Type.Integer({ minimum, maximum: MAX_QUANTITY, description: 'The number of units.' })
}

/** Accepts a number or a string of digits. Throws a MessageError. */
export function readQuantity(sent: Readonly<Record<string, unknown>>, least: 0 | 1): number {
  const number = readInteger(sent, 'quantity')
  if (number === null) throw missingField('quantity')
  const text = String(sent.quantity)
  if (number < least) {
    const data = { 'min-value': String(least), 'invalid-value': text }
    throw invalidField('quantity', 'field.invalid.minimum.value', `quantity must be at least ${least}.`, data)
  }
  if (number > MAX_QUANTITY) throw quantityTooLarge(text)
  return number
}

export function quantityTooLarge(value: string) {
  const data = { 'max-value': String(MAX_QUANTITY), 'invalid-value': value }
  return invalidField('quantity', 'field.invalid.maximum.value', `quantity must be at most ${MAX_QUANTITY}.`, data)
}
