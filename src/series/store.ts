import { plainArray, timeArray, uuidArray } from '../db/arrays.ts'
import { type Database, type Executor, query } from '../db/database.ts'
import { preparedStatement } from '../db/prepared.ts'
import { COUNTS, type Counter, type Counts } from './rules/counter.ts'
import { trimmed } from './rules/histogram.ts'

/** Subject of the sums of all owners: greater than every id. */
export const DEPLOYMENT = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** `at` is the start of the minute, in milliseconds since the epoch. */
export type MinuteRow = { subject_id: string; at: number; counter: Counter }

/** Adds to the minutes; all processes use the same row order, so that they cannot deadlock. */
export async function addMinutes(db: Database, rows: readonly MinuteRow[]): Promise<void> {
  const countsOf = (name: keyof Counts) => plainArray(rows.map(({ counter }) => counter[name]))
  const values = ADD.bind({
    subject_ids: uuidArray(rows.map(({ subject_id }) => subject_id)),
    times: timeArray(rows.map(({ at }) => at)),
    events: countsOf('events'),
    attempts: countsOf('attempts'),
    succeeded: countsOf('succeeded'),
    jobs_succeeded: countsOf('jobs_succeeded'),
    jobs_failed: countsOf('jobs_failed'),
    jobs_cancelled: countsOf('jobs_cancelled'),
    duration: countsOf('duration'),
    durations: arrays(rows.map(({ counter }) => trimmed(counter.durations))),
    latencies: arrays(rows.map(({ counter }) => trimmed(counter.latencies))),
  })
  await query(db, ADD.text, values)
}

/** Formats arrays as texts, because `unnest` would flatten arrays of arrays. */
function arrays(values: readonly (readonly number[])[]): string {
  return plainArray(values.map((numbers) => `"{${numbers.join(',')}}"`))
}

const COLUMNS = `${COUNTS.join(', ')}, durations, latencies`

/** `s` is the table, `excluded` the added row. */
const ADDED = `${COUNTS.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')},
  durations = add_histograms(s.durations, excluded.durations)::integer[],
  latencies = add_histograms(s.latencies, excluded.latencies)::integer[]`

const ADD = preparedStatement(
  ['subject_ids', 'times', ...COUNTS, 'durations', 'latencies'],
  `insert into series_minutes as s (subject_id, at, ${COLUMNS})
select n.subject_id, n.at, ${COUNTS.map((name) => `n.${name}`).join(', ')}, n.durations::integer[], n.latencies::integer[]
  from unnest(:subject_ids::uuid[], :times::timestamptz[], :events::integer[], :attempts::integer[], :succeeded::integer[],
              :jobs_succeeded::integer[], :jobs_failed::integer[], :jobs_cancelled::integer[],
              :duration::double precision[], :durations::text[], :latencies::text[])
       as n(subject_id, at, ${COLUMNS})
 order by n.subject_id, n.at
on conflict (subject_id, at) do update set ${ADDED}`,
)

export type Slot = Counts & { subject_id: string; slot: number; durations: number[]; latencies: number[] }

/** Range from `from` to `to` (excluded), with the length of a step in milliseconds. */
export type Span = { from: number; to: number; step_ms: number }

/** Returns the sums of the subjects in each step; empty steps are missing. */
export function readSlots(db: Executor, subject_ids: readonly string[], { from, to, step_ms }: Span): Promise<Slot[]> {
  return query(db, READ, [uuidArray(subject_ids), new Date(from), new Date(to), step_ms / 1000])
}

const READ = `select subject_id, floor(extract(epoch from at - $2::timestamptz) / $4::double precision)::integer as slot,
       ${COUNTS.map((name) => `sum(${name})::double precision as ${name}`).join(', ')},
       total_histogram(durations)::double precision[] as durations, total_histogram(latencies)::double precision[] as latencies
  from (select * from series_minutes union all select * from series_hours) as s
 where subject_id = any($1) and at >= $2 and at < $3
 group by 1, 2 order by 1, 2`

/** Subjects per statement that moves old minutes. */
const SUBJECTS = 200

/**
 * Merges minutes before a time into hours, for the next subjects after `after`. Returns the last of these subjects;
 * null at the end.
 */
export async function moveMinutes(db: Database, after: string, before: number): Promise<string | null> {
  const rows = await query<{ last: string | null }>(db, MOVE, [after, new Date(before)])
  return rows[0]?.last ?? null
}

/**
 * Deletes hours before a time, for the next subjects after `after`. Returns the last of these subjects; null at the
 * end.
 */
export async function deleteHours(db: Database, after: string, before: number): Promise<string | null> {
  const rows = await query<{ last: string | null }>(db, DELETE, [after, new Date(before)])
  return rows[0]?.last ?? null
}

/** Skips from one subject to the next in the primary key. */
const nextSubjects = (table: string) => `recursive subjects as (
  (select subject_id from ${table} where subject_id > $1::uuid order by subject_id limit 1)
  union all
  select (select t.subject_id from ${table} t where t.subject_id > s.subject_id order by t.subject_id limit 1)
    from subjects s where s.subject_id is not null
),
page as (select subject_id from subjects where subject_id is not null limit ${SUBJECTS}),
old as (
  delete from ${table} t using page where t.subject_id = page.subject_id and t.at < $2 returning t.*
)`

const LAST = `select (select subject_id from page order by subject_id desc limit 1) as last`

const MOVE = `with ${nextSubjects('series_minutes')},
moved as (
  insert into series_hours as s (subject_id, at, ${COLUMNS})
  select subject_id, date_bin('1 hour', at, to_timestamp(0)), ${COUNTS.map((name) => `sum(${name})`).join(', ')},
         total_histogram(durations)::integer[], total_histogram(latencies)::integer[]
    from old group by 1, 2 order by 1, 2
  on conflict (subject_id, at) do update set ${ADDED}
)
${LAST}`

const DELETE = `with ${nextSubjects('series_hours')}
${LAST}`
