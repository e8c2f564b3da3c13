import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Access } from '../access/access.ts'
import { scopeOfStore } from '../access/store.ts'
import type { Database } from '../db/database.ts'
import { type Caller, inStore } from '../http/callers/caller.ts'
import { AppError } from '../kernel/errors.ts'
import { shopperOf } from '../store/catalog/shopper.ts'
import type { Shopper } from '../store/catalog/sql/choose.ts'
import type { WriteDeps } from '../store/kit/operations.ts'
import type { Relation, Resource } from './hypermedia/resource.ts'
import { type Locale, parseLocale } from './locale.ts'
import type { RELATIONS } from './relations.ts'

type ContextDeps = WriteDeps & { access: Pick<Access, 'newCarts' | 'failures'> }

export type StorefrontContext = {
  deps: ContextDeps
  owner: { organization_id: string; store_id: string }
  scope: string
  /** The prefix of the addresses of files, without a trailing slash. */
  files_base: string
  caller: Caller
  shopper: Shopper
  /** The shopper's preferred currency (ISO 4217), which the store may lack; null for the store's default. */
  currency: string | null
  /** The shopper's preferred locale; null if missing or invalid. */
  locale: Locale | null
  /** The address of the client, such as `192.0.2.7`. */
  network_address: string
  /** Milliseconds since the epoch. */
  now: number
  /** Number of products that each search of this request has found, until reported. */
  searches: number[]
  /** Values that this request has loaded, by name. */
  cache: Map<string, Promise<unknown>>
}

export type StorefrontResource = Omit<Resource<StorefrontContext>, 'relations'> & {
  relations: Readonly<Partial<Record<keyof typeof RELATIONS, Relation>>>
}

/** Loads a value at most once per request. */
export function loadOnce<Value>(context: StorefrontContext, name: string, load: () => Promise<Value>): Promise<Value> {
  const cached = cachedValue<Value>(context, name)
  if (cached !== null) return cached
  const loading = load()
  context.cache.set(name, loading)
  return loading
}

/** The value that this request has loaded or is loading under the name; null if there is none. */
export function cachedValue<Value>(context: StorefrontContext, name: string): Promise<Value> | null {
  return (context.cache.get(name) as Promise<Value> | undefined) ?? null
}

/**
 * Loads values by id, each id at most once per request and all missing ids together. Returns values in the order of the
 * ids, null if `load` returns none for an id.
 */
export async function loadEach<Value>(
  context: StorefrontContext,
  name: string,
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<Iterable<readonly [id: string, value: Value]>>,
): Promise<(Value | null)[]> {
  const cache = await loadOnce(context, name, async () => new Map<string, Value | null>())
  const missing = [...new Set(ids)].filter((id) => !cache.has(id))
  if (missing.length > 0) {
    const found = new Map(await load(missing))
    for (const id of missing) cache.set(id, found.get(id) ?? null)
  }
  return ids.map((id) => cache.get(id) ?? null)
}

/** Throws `forbidden` if the URI names another store than the token. */
export async function openContext(
  deps: ContextDeps,
  caller: Caller,
  request: FastifyRequest,
  files_base: string,
): Promise<StorefrontContext> {
  const { organization_id, store_id } = inStore(caller)
  const scope = await scopeOf(deps.db, store_id)
  const requested = (request.params as { scope?: string }).scope
  if (requested !== undefined && requested.toLowerCase() !== scope)
    throw new AppError('forbidden', [{ detail: `The token is for the scope ${scope}, the URI is for another.` }])
  const traits = parseTraits(request.headers['x-ep-user-traits'])
  return {
    deps,
    owner: { organization_id, store_id },
    scope,
    files_base,
    caller,
    shopper: shopperOf(caller, request.headers),
    currency: traits.get('CURRENCY') ?? null,
    locale: parseLocale(traits.get('LOCALE') ?? ''),
    network_address: request.clientAddress,
    now: deps.clock(),
    searches: [],
    cache: new Map(),
  }
}

/** `LOCALE=en-CA,CURRENCY=CAD`: the header with which clients select language and currency. */
function parseTraits(header: string | string[] | undefined): Map<string, string> {
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
  const cached = scopes.get(store_id)
  if (cached !== undefined) return cached
  const scope = await scopeOfStore(db, store_id)
  if (scope === null) throw new Error(`Store ${store_id} not found.`)
  scopes.set(store_id, scope)
  return scope
}
