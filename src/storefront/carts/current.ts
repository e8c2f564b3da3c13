import { AppError, notFound } from '../../kernel/errors.ts'
import { type CartRequest, readCart } from '../../store/carts/change.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { countOpened } from '../../store/carts/shopper.ts'
import { change, type Work } from '../../store/kit/work.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { already, once, type Shop } from '../shop.ts'
import { addressesOf } from '../shoppers/address.ts'
import { placeOf } from '../shoppers/address-form.ts'
import { buyerTold } from '../shoppers/buyer.ts'
import { goesTo, known, shopperIdOf } from '../shoppers/told.ts'
import { type Line, linesOf } from './lines.ts'

/** A shopper's current cart as one request sees it. */
export type ShopCart = {
  /** Of its address. */
  params: Readonly<{ scope: string; cart: string }>
  priced: PricedCart
  /** By id, in the order in which they are shown. */
  lines: ReadonlyMap<string, Line>
}

type Parts<Whole> = {
  /** The parameter of an address that names the cart. */
  named: 'cart' | 'order'
  load(shop: Shop): Promise<Whole>
  show(whole: Whole, params: Params): Body | Absent
}

/** Reads resources that are parts of the current cart, or of what is made of it; it is loaded once for all of them. */
export function ofCurrent<Whole>({ named, load, show }: Parts<Whole>): Resource<Shop>['read'] {
  return async (shop, addresses) => {
    const absences = await whyEachAbsent(
      shop,
      addresses.map((params) => params[named] ?? ''),
    )
    if (absences.every((absent) => absent !== null)) return absences
    const whole = await load(shop)
    return addresses.map((params, index) => absences[index] ?? show(whole, params))
  }
}

/** Reads resources that are parts of a cart. */
export function ofCart(show: (cart: ShopCart) => Body): Resource<Shop>['read'] {
  return ofCurrent({ named: 'cart', load: currentCart, show: (cart) => ({ ...show(cart), params: cart.params }) })
}

/** Reads resources that are parts of lines. */
export function ofLine(show: (line: Line, cart: ShopCart) => Body | Absent): Resource<Shop>['read'] {
  return ofCurrent({
    named: 'cart',
    load: currentCart,
    show(cart, params) {
      const line = cart.lines.get(lineIdIn(params))
      if (line === undefined) return 'missing'
      const body = show(line, cart)
      return typeof body === 'string' ? body : { ...body, params: { ...cart.params, lineitem: opaque(line.id) } }
    },
  })
}

export function lineIdIn({ lineitem = '' }: Params): string {
  return readOpaque(lineitem)
}

/** Throws `forbidden` or `not_found` unless the address is of the current cart, or of the order that it would be. */
export async function assertCurrent(shop: Shop, params: Params, named: 'cart' | 'order'): Promise<void> {
  const absent = await whyAbsent(shop, params[named] ?? '')
  if (absent === 'missing') throw notFound(named)
  const detail = `This ${named} was bought already, or is somebody else's: it is not one to change.`
  if (absent === 'forbidden') throw new AppError('forbidden', [{ detail }])
}

/** Changes the cart at an address. Throws `forbidden`, `not_found`. */
export async function changeAt<Result>(
  shop: Shop,
  params: Params,
  body: (work: Work, cartRequest: CartRequest) => Promise<Result>,
): Promise<Result> {
  await assertCurrent(shop, params, 'cart')
  const { number } = await known(shop)
  const { role } = shop.caller
  const onOpen = countOpened(shop.deps.access.newCarts, shop.caller, shop.network_address)
  const cartRequest = { id: storedCart(shop, number), role, onOpen, shopper: shop.shopper, ...(await bearingsOf(shop)) }
  try {
    return await change(shop.deps, shop.owner, (work) => body(work, cartRequest))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    shop.loaded.clear()
    // It was bought meanwhile: this is for the next one, or for none.
    if ((await known(shop)).number === number) throw error
    return changeAt(shop, params, body)
  }
}

/** Where what the shopper buys goes, and who buys it, as far as it has said. */
async function bearingsOf(shop: Shop): Promise<Pick<CartRequest, 'place' | 'buyer'>> {
  const { told } = await known(shop)
  const chosen = goesTo(told)
  const address = chosen === null ? undefined : (await addressesOf(shop)).find(({ id }) => id === chosen)
  return {
    ...(address !== undefined && { place: placeOf(address) }),
    ...buyerTold(shop, told),
  }
}

/** The name that a request has it by. */
const CART = 'cart'

export function currentCart(shop: Shop): Promise<ShopCart> {
  return once(shop, CART, async () => {
    const { number } = await known(shop)
    const { deps, owner, now, shopper } = shop
    const cartRequest = { id: storedCart(shop, number), shopper, ...(await bearingsOf(shop)) }
    return shopCartOf(shop, await readCart({ db: deps.db, owner, now }, cartRequest))
  })
}

async function shopCartOf(shop: Shop, priced: PricedCart): Promise<ShopCart> {
  return { params: await currentParams(shop), priced, lines: linesOf(priced) }
}

/** The shop after a change of the cart and of nothing else, which has priced the cart as it has left it. */
export async function withCart(shop: Shop, priced: PricedCart): Promise<Shop> {
  const cart = await shopCartOf(shop, priced)
  return { ...shop, now: priced.input.now, loaded: new Map(shop.loaded).set(CART, Promise.resolve(cart)) }
}

/** The current cart if this request reads it for something else, too. */
export function cartIfRead(shop: Shop): Promise<ShopCart> | null {
  return already(shop, CART)
}

/** The address of the current cart, without a look at what is in it. */
export async function currentParams(shop: Shop): Promise<ShopCart['params']> {
  return { scope: shop.scope, cart: addressedId(shop, (await known(shop)).number) }
}

/** Null for the shopper's current cart. Those that became purchases are not to be touched any more. */
export async function whyAbsent(shop: Shop, id: string): Promise<Absent | null> {
  if (id.toLowerCase() === 'default') return null
  const [, shopper_id, written] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(readOpaque(id)) ?? []
  if (shopper_id === undefined) return 'missing'
  if (shopper_id !== idOf(shop)) return 'forbidden'
  const [asked, current] = [Number(written), (await known(shop)).number]
  if (asked === current) return null
  return asked < current ? 'forbidden' : 'missing'
}

/** Of several at once, which are nearly always the same one. */
async function whyEachAbsent(shop: Shop, ids: readonly string[]): Promise<(Absent | null)[]> {
  const absences = new Map<string, Absent | null>()
  for (const id of new Set(ids)) absences.set(id, await whyAbsent(shop, id))
  return ids.map((id) => absences.get(id) ?? null)
}

function addressedId(shop: Shop, number: number): string {
  return opaque(`${idOf(shop)}.${number}`)
}

/** The id in the store of a cart of the shopper. */
export function storedCart(shop: Shop, number: number): string {
  return storedId(idOf(shop), number)
}

export function storedId(shopper_id: string, number: number): string {
  return `sf.${shopper_id}.${number}`
}

function idOf({ caller }: Shop): string {
  return shopperIdOf(caller).shopper_id
}
