import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { addressAttributes } from '../addresses/address.ts'
import { regionOf } from '../addresses/regions.ts'
import { namedRegions } from '../addresses/sql/named-regions.ts'
import { addressFaults, type Use } from '../addresses/validate.ts'
import { type Attribute, emptyIfNull } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import type { OrderAddress, OrderAddresses } from './order.ts'

const { name: _, ...fields } = addressAttributes

/** An address of an order. The store's settings decide which fields are mandatory. */
export const OrderAddressBody = Type.Object(
  Object.fromEntries(
    Object.entries<Attribute>(fields).map(([name, { schema, initial }]) => [
      name,
      Type.Optional(initial === '' ? emptyIfNull(schema) : schema),
    ]),
  ),
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

/** Returns the destination that determines taxes and shipping. */
export function destinationOf({ shipping_address }: OrderAddresses) {
  const { country, postcode } = shipping_address
  return { country, region: regionOf(shipping_address), postcode }
}

type RequestedAddresses = { billing_address: OrderAddress; shipping_address?: OrderAddress }

/**
 * Returns the problems with the addresses of an order. Taxes and shipping depend on the shipping address, by default
 * the billing address; it must be complete if anything is shipped.
 */
export async function checkAddresses(
  work: Work,
  { billing_address, shipping_address }: RequestedAddresses,
  { ships, mandatory }: { ships: boolean; mandatory: readonly string[] },
): Promise<Problem[]> {
  const use = ships ? 'delivered' : 'taxed'
  if (shipping_address === undefined) return addressProblems(work, { billing_address }, { use, mandatory })
  return [
    ...(await addressProblems(work, { billing_address }, { use: 'billed', mandatory })),
    ...(await addressProblems(work, { shipping_address }, { use, mandatory })),
  ]
}

/** Returns the problems with the addresses, with pointers into the request. */
export async function addressProblems(
  { tx, owner }: Work,
  addresses: Partial<RequestedAddresses>,
  { use, mandatory }: { use: Use; mandatory: readonly string[] },
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [member, address] of Object.entries(addresses)) {
    const named = await namedRegions(tx, ownerId(owner), address, use)
    for (const { field, sentence } of addressFaults(address, { use, mandatory, named }))
      problems.push({ detail: `data.${member}.${field} ${sentence}`, pointer: `/data/${member}/${field}` })
  }
  return problems
}
