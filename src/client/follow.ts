import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Static, TSchema } from 'typebox'
import { SECOND } from '../kernel/duration.ts'
import { type Cell, isForPeople, row } from '../tool/output.ts'
import { untilStopped } from '../tool/stop.ts'
import { writeOut } from '../tool/terminal.ts'
import type { Connection } from './connection.ts'
import { allOf, readList } from './list.ts'
import { type ApiOptions, addApiOptions, onApi } from './on-api.ts'

const POLL_INTERVAL_MS = SECOND
const PAGE_SIZE = 100

export type FollowOptions = ApiOptions & { filter?: string }

export function addFollowOptions(command: Command, example: string): Command {
  return addApiOptions(command.option('--filter <filter>', `for example '${example}'`))
}

/** Prints new items of a list, a line each, until the command is stopped. */
export async function follow<Item extends TSchema>(
  path: string,
  options: FollowOptions,
  item: Item,
  cellsOf: (item: Static<Item>) => readonly Cell[],
): Promise<void> {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  await onApi(options, async (connection) => {
    for await (const one of itemsFromNow(connection, path, { filter: options.filter, item, signal: stopping.signal }))
      writeOut(isForPeople(options) ? row(cellsOf(one)) : `${JSON.stringify(one)}\n`)
  })
}

type Following<Item> = { filter: string | undefined; item: Item; signal: AbortSignal }

/** Yields new items, oldest first. */
async function* itemsFromNow<Item extends TSchema>(
  connection: Connection,
  path: string,
  { filter, item, signal }: Following<Item>,
): AsyncGenerator<Static<Item>> {
  const idOf = (one: unknown) => (one as { id: string } | undefined)?.id
  let last = idOf((await readList(connection, path, { limit: 1 }, item)).items[0])
  while (!signal.aborted) {
    const after = allOf(filter, last && `gt(id,${last})`)
    const { items } = await readList(connection, path, { filter: after, limit: PAGE_SIZE, sort: 'id' }, item)
    yield* items
    last = idOf(items.at(-1)) ?? last
    if (items.length < PAGE_SIZE) await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
