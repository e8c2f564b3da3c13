import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { addressAttributes } from '../addresses/address.ts'
import type { OrderAddress } from '../orders/order.ts'

const { name: _, ...fields } = addressAttributes

/** An address as an order keeps it; which fields it must have is a setting of the store. */
export const OrderAddressBody = Type.Object(
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)])),
)

const OF_SHIPPING_ONLY = ['phone_number', 'instructions']

/** The addresses of an order, with every field that they have: it is sent where the bill goes unless something else is said. */
export function completeAddresses({ billing_address, shipping_address = billing_address }: Said): Required<Said> {
  const names = Object.keys(fields)
  const complete = (address: OrderAddress, some: readonly string[]) =>
    Object.fromEntries(some.map((name) => [name, address[name] ?? '']))
  return {
    billing_address: complete(
      billing_address,
      names.filter((name) => !OF_SHIPPING_ONLY.includes(name)),
    ),
    shipping_address: complete(shipping_address, names),
  }
}

type Said = { billing_address: OrderAddress; shipping_address?: OrderAddress }

export function checkAddress(member: string, address: OrderAddress, mandatory: readonly string[]): Problem[] {
  return mandatory
    .filter((field) => (address[field] ?? '').trim() === '')
    .map((field) => ({ detail: `data.${member}.${field} is required.`, pointer: `/data/${member}/${field}` }))
}
