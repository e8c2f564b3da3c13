import { randomInt } from 'node:crypto'
import { type Executor, query } from '../database.ts'
import { prepared } from '../prepared.ts'

/** What the primary had confirmed at a time: every commit that it had confirmed before `at` lies before `position`. */
export type Note = { at: number; position: bigint; server: string; system: string; timeline: string; mark: number }

/** A server that readers may be sent to. `replayed` is null outside of recovery. */
export type ServerState = {
  in_recovery: boolean
  replayed: bigint | null
  server: string
  system: string
  /** What the primary has marked the timeline of the note with; null if the server has no such mark. */
  mark: number | null
}

type NoteRow = { position: string; server: string; system: string; timeline: string; mark: number | null }

/**
 * Notes what the primary has confirmed at `now`; null the first time on a timeline, which it marks. The mark is for standbys
 * that have replayed further on a timeline that a failover has abandoned: positions alone do not distinguish them.
 */
export async function notePosition(primary: Executor, now: number): Promise<Note | null> {
  const [row] = await query<NoteRow>(primary, NOTE, [])
  if (row === undefined) return null
  const { mark, position, ...rest } = row
  if (mark !== null) return { ...rest, mark, at: now, position: positionOf(position) }
  await query(primary, MARK, [row.timeline, randomInt(2 ** 48 - 1)])
  return null
}

// A confirmed commit is flushed. The insert position may be one that no standby reaches until the next record.
const NOTE = prepared(`select n.*, r.value as mark
  from (select pg_current_wal_flush_lsn()::text as position, pg_postmaster_start_time()::text as server,
               (pg_control_system()).system_identifier::text as system,
               'timeline ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline) as n
  left join revisions as r on r.name = n.timeline`)

const MARK = 'insert into revisions (name, value) values ($1, $2) on conflict do nothing'

/** How far the server is, for notes of this timeline. */
export async function readServerState(server: Executor, timeline: string): Promise<ServerState | null> {
  const [row] = await query<Omit<ServerState, 'replayed'> & { replayed: string | null }>(server, STATE, [timeline])
  if (row === undefined) return null
  return { ...row, replayed: row.replayed === null ? null : positionOf(row.replayed) }
}

const STATE = prepared(`select pg_is_in_recovery() as in_recovery,
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed,
       pg_postmaster_start_time()::text as server, (pg_control_system()).system_identifier::text as system,
       (select value from revisions where name = $1) as mark`)

/** `16/B374D848` is 64 bits, as two numbers of 32. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export type Proof = { at: number } | { refusal: string }

/**
 * Law: whatever was confirmed before `at` is visible on the server. A server that replays proves it by a position on the
 * timeline of the primary. One that does not replay is fresh only if it is the very server that the latest note is of: a former
 * primary that was cut off may have any position. Notes: the oldest first.
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
