import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Aim, readCart } from '../../store/carts/change.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { change, type Work } from '../../store/kit/work.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'
import { type Line, linesOf } from './lines.ts'

/** A shopper's current cart as one request sees it. */
export type ShopCart = {
  /** Of its address. */
  params: Readonly<{ scope: string; cart: string }>
  priced: PricedCart
  /** By id, in the order in which they are shown. */
  lines: ReadonlyMap<string, Line>
}

/** Reads resources that are parts of a cart; it is read and priced once for all of them. */
export function ofCart(show: (cart: ShopCart) => Body | Absent): Resource<Shop>['read'] {
  return (shop, addresses) =>
    Promise.all(
      addresses.map(async (params) => {
        const absent = await whyAbsent(shop, params)
        if (absent !== null) return absent
        const cart = await currentCart(shop)
        const body = show(cart)
        return typeof body === 'string' ? body : { ...body, params: cart.params }
      }),
    )
}

/** Reads resources that are parts of lines. */
export function ofLine(show: (line: Line, cart: ShopCart) => Body | Absent): Resource<Shop>['read'] {
  return (shop, addresses) =>
    Promise.all(
      addresses.map(async (params) => {
        const line_id = lineIdIn(params)
        const absent = await whyAbsent(shop, params)
        if (absent !== null) return absent
        const cart = await currentCart(shop)
        const line = cart.lines.get(line_id)
        const body = line === undefined ? 'missing' : show(line, cart)
        return typeof body === 'string' ? body : { ...body, params: { ...cart.params, lineitem: opaque(line_id) } }
      }),
    )
}

export function lineIdIn({ lineitem = '' }: Params): string {
  return readOpaque(lineitem)
}

/** Changes the cart at an address. Throws `forbidden`, `not_found`. */
export async function changeAt<Result>(
  shop: Shop,
  params: Params,
  body: (work: Work, aim: Aim) => Promise<Result>,
): Promise<Result> {
  const absent = await whyAbsent(shop, params)
  if (absent === 'forbidden') throw new AppError('forbidden', [{ detail: 'This cart is not one to change any more.' }])
  if (absent === 'missing') throw notFound('cart')
  const aim = { id: storedId(shopperId(shop), await numberOf(shop)), shopper: shop.shopper }
  return change(shop.deps, shop.owner, (work) => body(work, aim))
}

export function currentCart(shop: Shop): Promise<ShopCart> {
  return once(shop, 'cart', async () => {
    const number = await numberOf(shop)
    const { deps, owner, now, shopper, scope } = shop
    const priced = await readCart({ db: deps.db, owner, now }, { id: storedId(shopperId(shop), number), shopper })
    return { params: { scope, cart: addressedId(shop, number) }, priced, lines: linesOf(priced) }
  })
}

/** The address of the current cart, without a look at what is in it. */
export async function currentParams(shop: Shop): Promise<ShopCart['params']> {
  return { scope: shop.scope, cart: addressedId(shop, await numberOf(shop)) }
}

/** Null for the shopper's current cart. Those that became purchases are not to be touched any more. */
export async function whyAbsent(shop: Shop, { cart: id = '' }: Params): Promise<Absent | null> {
  if (id.toLowerCase() === 'default') return null
  const [, shopper_id, written] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(readOpaque(id)) ?? []
  if (shopper_id === undefined) return 'missing'
  if (shopper_id !== shopperId(shop)) return 'forbidden'
  const [asked, current] = [Number(written), await numberOf(shop)]
  if (asked === current) return null
  return asked < current ? 'forbidden' : 'missing'
}

function addressedId(shop: Shop, number: number): string {
  return opaque(`${shopperId(shop)}.${number}`)
}

/** As the store knows it. */
function storedId(shopper_id: string, number: number): string {
  return `sf.${shopper_id}.${number}`
}

/** The id in the store of the current cart of a customer or a session. */
export async function storedCartOf(
  db: Database,
  { store_id }: { store_id: string },
  shopper_id: string,
): Promise<string> {
  return storedId(shopper_id, await selectNumber(db, store_id, shopper_id))
}

function shopperId({ caller }: Shop): string {
  return caller.customer_id ?? caller.session_id
}

function numberOf(shop: Shop): Promise<number> {
  return once(shop, 'cart number', () => selectNumber(shop.deps.db, shop.owner.store_id, shopperId(shop)))
}

const NUMBER = prepared('select number from storefront_carts where owner_id = $1 and shopper_id = $2')

/** How many carts of the shopper became purchases. */
async function selectNumber(db: Database, store_id: string, shopper_id: string): Promise<number> {
  const [row] = await query<{ number: number }>(db, NUMBER, [store_id, shopper_id])
  return row?.number ?? 0
}
