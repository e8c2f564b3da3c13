import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { addressAttributes } from '../addresses/address.ts'
import { addressFaults, type Use } from '../addresses/validate.ts'
import type { OrderAddress, OrderAddresses } from './order.ts'

const { name: _, ...fields } = addressAttributes

/** An address of an order. The store's settings decide which fields are mandatory. */
export const OrderAddressBody = Type.Object(
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)])),
)

const SHIPPING_ONLY_FIELDS = ['phone_number', 'instructions']

/** Fills absent fields with ''. The shipping address defaults to the billing address. */
export function completeAddresses({
  billing_address,
  shipping_address = billing_address,
}: RequestedAddresses): OrderAddresses {
  const names = Object.keys(fields)
  const complete = (address: OrderAddress, field_names: readonly string[]) =>
    Object.fromEntries(field_names.map((name) => [name, address[name] ?? ''])) as OrderAddresses['shipping_address']
  return {
    billing_address: complete(
      billing_address,
      names.filter((name) => !SHIPPING_ONLY_FIELDS.includes(name)),
    ),
    shipping_address: complete(shipping_address, names),
  }
}

type RequestedAddresses = { billing_address: OrderAddress; shipping_address?: OrderAddress }

/**
 * The problems with the addresses of an order. Taxes and shipping depend on the shipping address, or on the billing address
 * without one. If anything is shipped, that address must be complete.
 */
export function checkAddresses(
  { billing_address, shipping_address }: RequestedAddresses,
  { ships, mandatory }: { ships: boolean; mandatory: readonly string[] },
): Problem[] {
  const use = ships ? 'delivered' : 'taxed'
  if (shipping_address === undefined) return addressProblems({ billing_address }, { use, mandatory })
  return [
    ...addressProblems({ billing_address }, { use: 'billed', mandatory }),
    ...addressProblems({ shipping_address }, { use, mandatory }),
  ]
}

/** The problems with the addresses, with pointers to their members of the request. */
export function addressProblems(
  addresses: Partial<RequestedAddresses>,
  { use, mandatory }: { use: Use; mandatory: readonly string[] },
): Problem[] {
  return Object.entries(addresses).flatMap(([member, address]) =>
    addressFaults(address, use, mandatory).map(({ field, sentence }) => ({
      detail: `data.${member}.${field} ${sentence}`,
      pointer: `/data/${member}/${field}`,
    })),
  )
}
