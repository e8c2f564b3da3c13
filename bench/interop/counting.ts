import { setTimeout as wait } from 'node:timers/promises'
import { query } from '../../src/db/database.ts'
import type { Program } from './programs.ts'
import type { Integrated, Stage } from './stage.ts'

/** Enough for thousands of events to a slow server on a busy machine. */
export const SETTLE_TIMEOUT_MS = 300_000
const TIMEOUT_MS = 120_000
const POLL_MS = 100
/** Longer than the 30 s for which a received message stays invisible until deleted. */
const IDLE_MS = 45_000

export function received(consumer: Program, { key }: Integrated): Set<string> {
  const lines = consumer.lines().filter((line) => line.startsWith(`${key} `))
  return new Set(lines.map((line) => line.slice(key.length + 1)))
}

/** Ids of events that were delivered successfully. */
export async function confirmed({ db }: Stage, { id }: Integrated): Promise<Set<string>> {
  const sql = "select event_id from jobs where integration_id = $1 and status = 'succeeded'"
  const rows = await query<{ event_id: string }>(db, sql, [id])
  return new Set(rows.map(({ event_id }) => event_id))
}

/** Number of failed attempts. Zero means that the kill came after all deliveries. */
export async function failedAttempts({ db }: Stage, { id }: Integrated): Promise<number> {
  const sql = 'select count(*) as count from logs where integration_id = $1 and not succeeded'
  const [row] = await query<{ count: number }>(db, sql, [id])
  return row?.count ?? 0
}

export async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end && !(await condition())) await wait(POLL_MS)
}

/** Waits until none are missing, as long as the number changes, because consumers may be slow. */
export async function whileMoreComes(missing: () => number): Promise<void> {
  for (let before = Number.NaN, changed_at = performance.now(); ; await wait(POLL_MS)) {
    const now = missing()
    if (now !== before) changed_at = performance.now()
    if (now === 0 || performance.now() - changed_at > IDLE_MS) return
    before = now
  }
}
