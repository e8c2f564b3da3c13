import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import type { Content, Item, Key, Kind, Members, Writing, Written } from './kind.ts'
import { bodyOf, changesOf, toLine } from './line.ts'
import { itemIn, itemsOf, itemsWith, keyOf, readItem, readPage } from './lists.ts'

type Index = Map<string, Item[]>

/** Number of lists whose records are cached: those of the in-flight lines. */
const REMEMBERED = 128

export type List = { path: string; isNew: boolean }

/**
 * A line to write: `id` is that of its record, if an earlier line created it; `open` are attributes that `update` sets
 * later.
 */
export type Job = { list: List; content: Content; open: readonly string[]; id: string | undefined }

/** Writes the records of one kind. Each existing record matches at most one line of the import. */
export class Target {
  readonly #connection: Connection
  readonly #kind: Kind
  readonly #taken: Set<string>
  readonly #empty = new Map<string, Promise<boolean>>()
  readonly #indexes = new Map<string, Promise<Index>>()

  /** `taken` are the records that lines of an earlier run have matched. */
  constructor(connection: Connection, kind: Kind, taken: Iterable<string>) {
    this.#taken = new Set(taken)
    this.#connection = connection
    this.#kind = kind
  }

  async write(job: Job): Promise<Written> {
    const { address, write } = this.#kind
    const { list, content } = job
    if (address !== undefined) return this.#put(list, content, address)
    const written = write === undefined ? await this.#upsert(job) : await write(this.#writingOf(job))
    if (!(await this.#isEmpty(list))) this.#taken.add(written.id)
    return written
  }

  /**
   * Creates a record, or updates the record with the same key. It is looked up only after a conflict, so that a new
   * record needs only one request.
   */
  async create(path: string, attributes: Members): Promise<Written> {
    const kind = this.#kind
    const { order, write } = kind
    const content = { attributes }
    if (write !== undefined)
      return write(this.#writingOf({ list: { path, isNew: false }, content, open: [], id: undefined }))
    try {
      const { id } = itemIn(await this.#connection.post(path, bodyOf(kind, content)))
      return { outcome: 'created', id, fresh: true }
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409
      const existing = isTaken && hasKey(order) ? await this.#findByKey(path, order, attributes) : undefined
      if (existing === undefined) throw error
      await this.#connection.put(
        `${path}/${existing.id}`,
        bodyOf(kind, { attributes: without(attributes, kind.fixed) }),
      )
      return { outcome: 'updated', id: existing.id, fresh: false }
    }
  }

  /** Prefers, among records with the same key such as prices from different days, the record with the same identity. */
  async #findByKey(path: string, key: Key, attributes: Members): Promise<Item | undefined> {
    const index = await this.#readSameKey(path, key, keyOf(key, attributes))
    const [first] = [...index.values()].flat()
    return index.get(identityOf(this.#kind, attributes))?.[0] ?? first
  }

  /** Updates the changed members of an existing record; returns true if there were any. */
  async update({ path }: List, id: string, content: Content): Promise<boolean> {
    const existing = await readItem(this.#connection, `${path}/${id}`)
    const changes = changesOf(content, contentOf(this.#kind, existing))
    if (changes !== undefined) await this.#connection.put(`${path}/${id}`, bodyOf(this.#kind, changes))
    return changes !== undefined
  }

  #writingOf({ list, content, id }: Job): Writing {
    return {
      connection: this.#connection,
      path: list.path,
      content,
      id,
      findExisting: () => this.#findExisting(list, content.attributes),
      findAgain: () => this.#findAgain(list, content.attributes),
      isTaken: (one) => this.#taken.has(one),
    }
  }

  async #upsert({ list, content, open }: Job): Promise<Written> {
    const kind = this.#kind
    const { path } = list
    const { relationships } = content
    const existing = await this.#findExisting(list, content.attributes)
    const attributes = without(content.attributes, kind.unsent)
    if (existing === undefined) {
      const all = {
        attributes: { ...attributes, ...kind.fill?.(attributes) },
        ...(relationships && { relationships }),
      }
      const { id } = itemIn(await this.#connection.post(path, bodyOf(kind, all)))
      return { outcome: 'created', id, fresh: true }
    }
    const changes = changesOf({ ...content, attributes: without(attributes, open) }, contentOf(kind, existing))
    if (changes !== undefined) await this.#connection.put(`${path}/${existing.id}`, bodyOf(kind, changes))
    return { outcome: changes === undefined ? 'unchanged' : 'updated', id: existing.id, fresh: false }
  }

  async #put({ path }: List, content: Content, address: string): Promise<Written> {
    const at = address === '' ? path : `${path}/${encodeURIComponent(String(content.attributes[address]))}`
    const existing = await this.#connection.get(at).then(itemIn, undefinedIfMissing)
    const isSame = existing !== undefined && changesOf(content, contentOf(this.#kind, existing)) === undefined
    if (isSame) return { outcome: 'unchanged', id: existing.id, fresh: false }
    const body = bodyOf(this.#kind, { attributes: without(content.attributes, [address]) })
    const { id } = itemIn(await this.#connection.put(at, body))
    return { outcome: existing === undefined ? 'created' : 'updated', id, fresh: false }
  }

  async #findExisting(list: List, attributes: Members): Promise<Item | undefined> {
    if (await this.#isEmpty(list)) return undefined
    const { order, match } = this.#kind
    const index =
      hasKey(order) && typeof match === 'object'
        ? await this.#readSameKey(list.path, order, keyOf(order, attributes))
        : await remember(this.#indexes, list.path, () => this.#readAll(list.path))
    const found = index.get(identityOf(this.#kind, attributes))?.find(({ id }) => !this.#taken.has(id))
    if (found !== undefined) this.#taken.add(found.id)
    return found
  }

  #findAgain({ path }: List, attributes: Members): Promise<Item | undefined> {
    this.#empty.set(path, Promise.resolve(false))
    this.#indexes.delete(path)
    return this.#findExisting({ path, isNew: false }, attributes)
  }

  async #isEmpty({ path, isNew }: List): Promise<boolean> {
    if (isNew && !this.#empty.has(path)) return true
    const isEmpty = async () => (await readPage(this.#connection, path, { limit: 1 })).length === 0
    return remember(this.#empty, path, isEmpty)
  }

  async #readSameKey(path: string, key: Key, value: string): Promise<Index> {
    return this.#indexOf(await collect(itemsWith(this.#connection, path, key, value)))
  }

  async #readAll(path: string): Promise<Index> {
    return this.#indexOf(await collect(itemsOf(this.#connection, path, this.#kind.order)))
  }

  #indexOf(items: readonly Item[]): Index {
    const known = items.filter((item) => this.#kind.includes?.(item) !== false)
    return Map.groupBy(known, (item) => identityOf(this.#kind, contentOf(this.#kind, item).attributes))
  }
}

export function hasKey(order: Kind['order']): order is Key {
  return typeof order === 'object' && 'key' in order
}

function contentOf(kind: Kind, item: Item): Content {
  return toLine(kind, item)
}

async function collect(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

function identityOf({ match }: Kind, attributes: Members): string {
  if (typeof match === 'function') return JSON.stringify(match(attributes))
  const names = match.length === 0 ? Object.keys(attributes).toSorted() : match
  return JSON.stringify(names.map((name) => [name, attributes[name] || null]))
}

function without(members: Members, names: readonly string[] = []): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}

/** Reads once per path; evicts the oldest entry. */
function remember<Value>(known: Map<string, Promise<Value>>, path: string, read: () => Promise<Value>): Promise<Value> {
  const before = known.get(path)
  if (before !== undefined) return before
  const value = read()
  known.set(path, value)
  const [oldest] = known.keys()
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
  return value
}
