import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { assertFound } from '../hypermedia/absence.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Params, ResourceState } from '../hypermedia/resource.ts'
import { shopperIdOf, shopperState } from './sql/checkout-details.ts'

/** The path parameters of a cart. */
export type CartParams = Readonly<{ scope: string; cart: string }>

type ReaderOptions<Loaded> = {
  /** The path parameter that identifies the cart. */
  parameter: 'cart' | 'order'
  load(context: StorefrontContext): Promise<Loaded>
  render(loaded: Loaded, params: Params): ResourceState | Absence
}

/** Reads resources that are part of the current cart or its order, which is loaded once for all of them. */
export function currentReader<Loaded>({ parameter, load, render }: ReaderOptions<Loaded>): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const ids = paramsList.map((params) => params[parameter] ?? '')
    const absences = await absencesOf(context, ids)
    if (absences.every((absence) => absence !== null)) return absences
    const loaded = await load(context)
    return paramsList.map((params, index) => absences[index] ?? render(loaded, params))
  }
}

/** Throws `forbidden` or `not_found` unless the parameters identify the current cart or its order. */
export async function assertCurrent(
  context: StorefrontContext,
  params: Params,
  parameter: 'cart' | 'order',
): Promise<void> {
  const absence = await absenceOf(context, params[parameter] ?? '')
  if (absence !== null) assertFound(absence, parameter)
}

/** The path parameters of the current cart, without reading the cart. */
export async function currentParams(context: StorefrontContext): Promise<CartParams> {
  return { scope: context.scope, cart: publicCartId(context, (await shopperState(context)).number) }
}

/** Null for the shopper's current cart. Bought carts cannot be read. */
export async function absenceOf(context: StorefrontContext, id: string): Promise<Absence | null> {
  if (id.toLowerCase() === 'default') return null
  const [, shopper_id, number] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(decodeId(id)) ?? []
  if (shopper_id === undefined) return 'missing'
  if (shopper_id !== shopperIdIn(context)) return 'forbidden'
  const [requested, current] = [Number(number), (await shopperState(context)).number]
  if (requested === current) return null
  return requested < current ? 'bought' : 'missing'
}

/** Checks each distinct id once, because the ids are nearly always equal. */
async function absencesOf(context: StorefrontContext, ids: readonly string[]): Promise<(Absence | null)[]> {
  const absences = new Map<string, Absence | null>()
  for (const id of new Set(ids)) absences.set(id, await absenceOf(context, id))
  return ids.map((id) => absences.get(id) ?? null)
}

function publicCartId(context: StorefrontContext, number: number): string {
  return encodeId(`${shopperIdIn(context)}.${number}`)
}

/** The id of the shopper's cart in the store. */
export function storedCartId(context: StorefrontContext, number: number): string {
  return storedCartIdOf(shopperIdIn(context), number)
}

/** Prefix of the stored ids of a shopper's carts; the number of the cart follows. */
export function storedCartPrefix(shopper_id: string): string {
  return `sf.${shopper_id}.`
}

/** The id of a shopper's cart in the store. */
export function storedCartIdOf(shopper_id: string, number: number): string {
  return storedCartPrefix(shopper_id) + number
}

function shopperIdIn({ caller }: StorefrontContext): string {
  return shopperIdOf(caller).shopper_id
}
