import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { addressAttributes } from '../addresses/address.ts'
import type { OrderAddress } from '../orders/order.ts'

const { name: _, ...fields } = addressAttributes

/** An address as an order keeps it; which fields it must have is a setting of the store. */
export const OrderAddressBody = Type.Object(
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)])),
)

export function checkAddress(member: string, address: OrderAddress, mandatory: readonly string[]): Problem[] {
  return mandatory
    .filter((field) => (address[field] ?? '').trim() === '')
    .map((field) => ({ detail: `data.${member}.${field} is required.`, pointer: `/data/${member}/${field}` }))
}
