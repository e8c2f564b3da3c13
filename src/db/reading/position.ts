import { randomInt } from 'node:crypto'
import { type Executor, query } from '../database.ts'
import { prepared } from '../prepared.ts'

/** A confirmed position of the primary: every commit confirmed before `at` lies before `position`. */
export type Note = { at: number; position: bigint; server: string; system: string; timeline: string; mark: number }

/** The state of a server that readers may use. `replayed` is null outside of recovery. */
export type ServerState = {
  in_recovery: boolean
  replayed: bigint | null
  server: string
  system: string
  /** The primary's mark of the note's timeline; null if the server does not have it. */
  mark: number | null
}

type NoteRow = { position: string; server: string; system: string; timeline: string; mark: number | null }

/**
 * Notes the confirmed position of the primary at `now`. Marks each new timeline, and returns null that time. The mark
 * detects standbys that replayed further on a timeline that a failover abandoned, which positions alone cannot.
 */
export async function notePosition(primary: Executor, now: number): Promise<Note | null> {
  const [row] = await query<NoteRow>(primary, NOTE, [])
  if (row === undefined) return null
  const { mark, position, ...rest } = row
  if (mark !== null) return { ...rest, mark, at: now, position: positionOf(position) }
  await query(primary, MARK, [row.timeline, randomInt(2 ** 48 - 1)])
  return null
}

// Uses the flush position, because confirmed commits are flushed. No standby may reach the insert position until the
// next record.
const NOTE = prepared(`select n.*, r.value as mark
  from (select pg_current_wal_flush_lsn()::text as position, pg_postmaster_start_time()::text as server,
               (pg_control_system()).system_identifier::text as system,
               'timeline ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline) as n
  left join revisions as r on r.name = n.timeline`)

const MARK = 'insert into revisions (name, value) values ($1, $2) on conflict do nothing'

/** The replay position of a server, and its mark of this timeline. */
export async function readServerState(server: Executor, timeline: string): Promise<ServerState | null> {
  const [row] = await query<Omit<ServerState, 'replayed'> & { replayed: string | null }>(server, STATE, [timeline])
  if (row === undefined) return null
  return { ...row, replayed: row.replayed === null ? null : positionOf(row.replayed) }
}

const STATE = prepared(`select pg_is_in_recovery() as in_recovery,
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed,
       pg_postmaster_start_time()::text as server, (pg_control_system()).system_identifier::text as system,
       (select value from revisions where name = $1) as mark`)

/** Parses a 64-bit position such as `16/B374D848`, two hexadecimal numbers of 32 bits. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export type Proof = { at: number } | { refusal: string }

/**
 * Law: every commit confirmed before `at` is visible on the server. A replaying server proves this by a position on the
 * primary's timeline. A server that does not replay is fresh only if the latest note is its own, because a former
 * primary that was cut off may have any position. Notes are sorted, oldest first.
 */
export function proofOf(state: ServerState, notes: readonly Note[]): Proof {
  const latest = notes.at(-1)
  if (latest === undefined) return { refusal: 'the position of the primary is not known' }
  if (state.system !== latest.system) return { refusal: 'it belongs to another database cluster' }
  if (!state.in_recovery)
    return state.server === latest.server
      ? { at: latest.at }
      : { refusal: 'it is not a standby, and not the server of DATABASE_URL' }
  if (state.mark !== latest.mark) return { refusal: 'it has not followed the primary to its timeline' }
  const { replayed } = state
  const reached = notes.findLast(
    ({ mark, position }) => mark === latest.mark && replayed !== null && position <= replayed,
  )
  return reached === undefined ? { refusal: BEHIND } : { at: reached.at }
}

export const BEHIND = 'it is too far behind the primary'
