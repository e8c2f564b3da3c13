import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Access } from '../access/access.ts'
import { scopeOfStore } from '../access/store.ts'
import type { Database } from '../db/tables.ts'
import { type Caller, inStore } from '../http/caller.ts'
import { AppError } from '../kernel/errors.ts'
import type { Shopper } from '../store/catalog/choose.ts'
import { shopperOf } from '../store/catalog/shopper.ts'
import type { StoreDeps } from '../store/kit/work.ts'

type ShopDeps = StoreDeps & { access: Pick<Access, 'newCarts'> }

/** The store as one request sees it. */
export type Shop = {
  deps: ShopDeps
  owner: { organization_id: string; store_id: string }
  scope: string
  caller: Caller
  shopper: Shopper
  /** ISO 4217, when the shopper prefers one; else the store's default. */
  currency: string | null
  /** The language that the shopper prefers, as it was sent: perhaps none that there is. */
  locale: string | null
  /** Of whoever asks, such as `192.0.2.7`. */
  network_address: string
  /** Milliseconds since the epoch. */
  now: number
  /** What was loaded for this request, by name. */
  loaded: Map<string, Promise<unknown>>
}

/** Loads something at most once for a request. */
export function once<Of>(shop: Shop, name: string, load: () => Promise<Of>): Promise<Of> {
  const known = already<Of>(shop, name)
  if (known !== null) return known
  const loading = load()
  shop.loaded.set(name, loading)
  return loading
}

/** What this request has loaded or is loading; null when nobody has asked for it yet. */
export function already<Of>(shop: Shop, name: string): Promise<Of> | null {
  return (shop.loaded.get(name) as Promise<Of> | undefined) ?? null
}

/** Throws `forbidden` when the address is of another store than the token. */
export async function openShop(deps: ShopDeps, caller: Caller, request: FastifyRequest): Promise<Shop> {
  const { organization_id, store_id } = inStore(caller)
  const scope = await scopeOf(deps.db, store_id)
  const asked = (request.params as { scope?: string }).scope
  if (asked !== undefined && asked.toLowerCase() !== scope)
    throw new AppError('forbidden', [{ detail: `The token is for the scope ${scope}, the address is not.` }])
  const shopper = shopperOf(caller, request.headers)
  const traits = traitsOf(request.headers['x-ep-user-traits'])
  const [currency = null, locale = null] = [traits.get('CURRENCY'), traits.get('LOCALE')]
  const owner = { organization_id, store_id }
  return {
    deps,
    owner,
    scope,
    caller,
    shopper,
    currency,
    locale,
    network_address: request.clientAddress,
    now: deps.clock(),
    loaded: new Map(),
  }
}

/** `LOCALE=en-CA,CURRENCY=CAD`, as clients switch language and currency. */
function traitsOf(header: string | string[] | undefined): Map<string, string> {
  const pairs = String(header ?? '').split(',')
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name.trim().toUpperCase(), value.trim().toUpperCase()]
    }),
  )
}

const scopes = new LRUCache<string, string>({ max: 10_000 })

async function scopeOf(db: Database, store_id: string): Promise<string> {
  const known = scopes.get(store_id)
  if (known !== undefined) return known
  const scope = await scopeOfStore(db, store_id)
  if (scope === null) throw new Error(`There is no store ${store_id}.`)
  scopes.set(store_id, scope)
  return scope
}
