import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { type Database, query } from '../database.ts'
import { prepared } from '../prepared.ts'
import {
  beginningAt,
  dayAt,
  type Part,
  type Partitioned,
  partitionOf,
  partOf,
  WIDTH_MS,
  type Width,
} from './partition-names.ts'

/**
 * Days known to have hourly partitions; other days are assumed to have one. A wrong assumption costs a failed
 * statement.
 */
const days_in_hours = new Set<number>()

function widthAt(time: number): Width {
  return days_in_hours.has(dayAt(time)) ? 'hour' : 'day'
}

/** The start of the jobs partition of a row created at `time`. */
export function partitionStart(time: number): number {
  return beginningAt(time, widthAt(time))
}

/** True if two times are in the same partition or in adjacent partitions. */
export function areAdjacent(one: number, other: number): boolean {
  return Math.abs(partitionStart(one) - partitionStart(other)) <= WIDTH_MS[widthAt(one)]
}

const PRESENT = prepared(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = $1::regclass and not i.inhdetachpending order by 1`)

/** The partitions of a table, oldest first. */
export async function existingPartitions(db: Database, table: Partitioned): Promise<Part[]> {
  const rows = await query<{ name: string }>(db, PRESENT, [table])
  const parts = rows.flatMap(({ name }) => partOf(name) ?? [])
  noteWidths(parts)
  return parts
}

/** Remembers widths, so that statements find the partition of a time without a failed try. */
export function noteWidths(parts: readonly Part[]): void {
  for (const { from, width } of parts) noteWidth(from, width)
}

function noteWidth(time: number, width: Width): void {
  if (width === 'hour') days_in_hours.add(dayAt(time))
  else days_in_hours.delete(dayAt(time))
}

/**
 * Runs a statement once per partition of jobs, for the items of that partition. If a partition is missing, the other
 * width is tried; if that is missing too, retention has dropped the items.
 */
export async function inJobPartitions<Item, Row>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  run: (partition: string, items: readonly Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  const named = Map.groupBy(items, (item) => partitionOf('jobs', timeOf(item), widthAt(timeOf(item))))
  for (const [partition, group] of named) {
    const others = () => inOtherWidth(partition, group, timeOf, run)
    rows.push(...(await run(partition, group).catch(unlessMissing(partition, others))))
  }
  return rows
}

async function inOtherWidth<Item, Row>(
  partition: string,
  items: readonly Item[],
  timeOf: (item: Item) => number,
  run: (partition: string, items: readonly Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const width: Width = partOf(partition)?.width === 'hour' ? 'day' : 'hour'
  const rows: Row[] = []
  for (const [other, group] of Map.groupBy(items, (item) => partitionOf('jobs', timeOf(item), width))) {
    const found = await run(other, group).catch(unlessMissing(other, async () => null))
    if (found === null) continue
    noteWidth(partOf(other)?.from ?? 0, width)
    rows.push(...found)
  }
  return rows
}

function unlessMissing<Result>(partition: string, otherwise: () => Promise<Result>) {
  return (error: unknown): Promise<Result> => {
    const undefinedTable = error instanceof Error && 'code' in error && error.code === '42P01'
    if (!undefinedTable || !error.message.includes(`"${partition}"`)) throw error
    return otherwise()
  }
}

/** The range of a partition's ids: from the first (inclusive) to the second (exclusive). */
export function idsOf({ from, until }: Pick<Part, 'from' | 'until'>): [string, string] {
  return [lowestIdAt(from), lowestIdAt(until)]
}

export const timeOfRow = ({ id }: { id: string }): number => timeOfId(id)
