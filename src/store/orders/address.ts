import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { addressAttributes } from '../addresses/address.ts'
import { addressFaults, type Use } from '../addresses/faults.ts'
import type { OrderAddress } from './order.ts'

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

/** What a checkout says of where things go. */
type Said = { billing_address: OrderAddress; shipping_address?: OrderAddress }

/**
 * What is wrong with the addresses of an order. Taxes go by the shipping address, or the billing address without one; when
 * something is delivered, the same address must be whole.
 */
export function checkAddresses(
  { billing_address, shipping_address }: Said,
  { ships, mandatory }: { ships: boolean; mandatory: readonly string[] },
): Problem[] {
  const use = ships ? 'delivered' : 'taxed'
  if (shipping_address === undefined) return addressProblems({ billing_address }, { use, mandatory })
  return [
    ...addressProblems({ billing_address }, { use: 'billed', mandatory }),
    ...addressProblems({ shipping_address }, { use, mandatory }),
  ]
}

/** What is wrong with one address of an order, by the member of the request that it stands in. */
export function addressProblems(
  said: Partial<Said>,
  { use, mandatory }: { use: Use; mandatory: readonly string[] },
): Problem[] {
  return Object.entries(said).flatMap(([member, address]) =>
    addressFaults(address, use, mandatory).map(({ field, sentence }) => ({
      detail: `data.${member}.${field} ${sentence}`,
      pointer: `/data/${member}/${field}`,
    })),
  )
}
