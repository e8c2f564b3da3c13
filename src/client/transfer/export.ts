import type { Connection } from '../connection.ts'
import type { Item, Kind, Line } from './kind.ts'
import { toLine } from './line.ts'
import { itemsOf, readItem } from './lists.ts'

/** Maximum number of lists that are read concurrently. */
const AHEAD = 8

/** Yields every record of the store; referenced kinds come first. */
export async function* exportEverything(connection: Connection, kinds: readonly Kind[]): AsyncGenerator<Line> {
  for (const kind of kinds) yield* exportKind(connection, kind)
}

async function* exportKind(connection: Connection, kind: Kind): AsyncGenerator<Line> {
  for await (const { item, parents } of recordsOf(connection, kind)) yield toLine(kind, item, parents)
}

/** Yields the records of one list by creation, in the API's format; with `after`, only later records. */
export function exportList(
  connection: Connection,
  kind: Kind,
  { parents, after }: { parents: readonly string[]; after: string | undefined },
): AsyncGenerator<Item> {
  const path = fillPath(kind.path, parents)
  return kind.list?.(connection, path, undefined) ?? itemsOf(connection, path, 'created', after)
}

type List = { parents: readonly string[]; parent: Item | undefined }
type Found = { item: Item; parents: readonly string[] }

/** Yields the records of a kind from all its lists. The next lists are prefetched while one is consumed. */
async function* recordsOf(connection: Connection, kind: Kind): AsyncGenerator<Found> {
  const lists = ahead(listsOf(connection, kind), async (list) => {
    const items = completeItems(connection, kind, list)
    return { list, items, first: await items.next() }
  })
  for await (const { list, items, first } of lists) {
    if (first.done) continue
    yield { item: first.value, parents: list.parents }
    for await (const item of items) yield { item, parents: list.parents }
  }
}

async function* completeItems(connection: Connection, kind: Kind, { parents, parent }: List): AsyncGenerator<Item> {
  const path = fillPath(kind.path, parents)
  if (kind.address === '') return yield await readItem(connection, path)
  for await (const item of kind.list?.(connection, path, parent) ?? itemsOf(connection, path, kind.order)) {
    if (kind.includes?.(item) === false) continue
    yield kind.read === undefined ? item : await kind.read(connection, item)
  }
}

/** Yields the lists of a kind: one, or one per record of the kind that owns it. */
async function* listsOf(connection: Connection, kind: Kind): AsyncGenerator<List> {
  if (kind.owner === undefined) return yield { parents: [], parent: undefined }
  for await (const { item, parents } of recordsOf(connection, kind.owner)) {
    if (kind.hasList?.(item) === false) continue
    yield { parents: [...parents, item.id], parent: item }
  }
}

/** Fills in the ids, such as that of the customer in `/customers/:customer_id/addresses`. */
export function fillPath(path: string, ids: readonly string[]): string {
  const rest = [...ids]
  return path.replace(/:\w+/g, () => rest.shift() ?? '')
}

async function* ahead<In, Out>(inputs: AsyncIterable<In>, start: (input: In) => Promise<Out>): AsyncGenerator<Out> {
  const started: Promise<Out>[] = []
  for await (const input of inputs) {
    const output = start(input)
    // Marked as handled: the error is thrown when the output is consumed.
    output.catch(() => {})
    started.push(output)
    const first = started.length < AHEAD ? undefined : started.shift()
    if (first !== undefined) yield await first
  }
  for (const output of started) yield await output
}
