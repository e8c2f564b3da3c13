import type { StorefrontContext, StorefrontResource } from '../context.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { selectorResources } from '../selector.ts'
import { addressesOf } from './address-book.ts'
import type { ShopperAddress } from './address-form.ts'
import { addressParams } from './addresses.ts'
import { changeDestination } from './destination.ts'
import { type CheckoutDetails, shopperState } from './sql/checkout-details.ts'

type Use = 'billing' | 'shipping'

type AddressBook = {
  context: StorefrontContext
  addresses: readonly ShopperAddress[]
  chosen: string | null
}

/** The addresses for a use, with the default for new orders and the selector that changes it. */
function addressesForUse(use: Use): StorefrontResource[] {
  const name = `default ${use} address`
  const list = `${use} addresses`
  const rel = `${use}addresses` as const
  const path = `/addresses/:scope/${use}`
  const reader = bookReader(use)
  return [
    {
      name: list,
      type: 'shop.collections.links',
      path,
      max_age: 0,
      description: `The addresses of the shopper, as ${use} addresses.`,
      relations: {
        element: elements('address'),
        default: { to: 'address', when: 'if every new order begins with an address' },
        selector: { to: `${name} selector`, rev: rel, when: 'if there are addresses' },
        addressform: { to: 'address form' },
        addresses: { to: 'addresses', rev: rel },
      },
      read: reader(({ context, addresses, chosen }) => {
        const params = { scope: context.scope }
        const element = (id: string): Link => ({ rel: 'element', params: addressParams(context, id) })
        return {
          links: [
            ...addresses.map(({ id }) => element(id)),
            ...(chosen === null ? [] : [{ rel: 'default', params: addressParams(context, chosen) }]),
            ...(addresses.length === 0 ? [] : [{ rel: 'selector', params }]),
            { rel: 'addressform', params },
            { rel: 'addresses', params },
          ],
        }
      }),
    },
    ...selectorResources<AddressBook>({
      name,
      subject: `${use} address that every new order begins with`,
      type: `shop.addresses.default-${use}-address`,
      path: `${path}/selector`,
      target: 'address',
      back: { rel, to: list },
      reader,
      load: (context) => addressBookFor(context, use),
      params: ({ context: { scope } }) => ({ scope }),
      options: ({ context, addresses }) => addresses.map(({ id }) => ({ id, params: addressParams(context, id) })),
      chosen: ({ chosen }) => chosen,
      choose: (context, _, id) =>
        changeDestination(context, async (_work, details) => ({
          details: withDefault(details, use, id),
          result: undefined,
        })),
    }),
  ]
}

function bookReader(use: Use) {
  return (render: (book: AddressBook, params: Params) => ResourceState | Absence): StorefrontResource['read'] =>
    async (context, paramsList) => {
      const book = await addressBookFor(context, use)
      return paramsList.map((params) => render(book, params))
    }
}

async function addressBookFor(context: StorefrontContext, use: Use): Promise<AddressBook> {
  const addresses = await addressesOf(context)
  const { details } = await shopperState(context)
  const id = details[`default_${use}_address`]
  return { context, addresses, chosen: addresses.some((one) => one.id === id) ? id : null }
}

/** The current order uses the new default, unless another address was chosen for it. */
function withDefault(details: CheckoutDetails, use: Use, id: string): CheckoutDetails {
  const { [`${use}_address` as const]: chosen, [`default_${use}_address` as const]: before } = details
  const follows = chosen === null || chosen === before
  return { ...details, [`default_${use}_address`]: id, ...(follows && { [`${use}_address`]: id }) }
}

export const defaultAddresses: readonly StorefrontResource[] = [
  ...addressesForUse('billing'),
  ...addressesForUse('shipping'),
]
