import type { Operations } from '../../../generated/schema.ts'
import { countText } from '../../../kit/values/count.ts'
import { formatDuration } from '../../../kit/values/time.ts'

type SystemTone = 'ok' | 'warning' | 'failed'
export type SystemWords = { tone: SystemTone; word: string; sentence: string }

/** A due job of a working endpoint is overdue after this time. */
const OVERDUE_MS = 30_000

/** State of the deployment: a headline and a sentence per problem, worst first. */
export function systemWords(operations: Operations, now: number): SystemWords {
  const { synchronous_standbys: standbys } = operations
  const wrong = [
    ...[noWorkers(operations), oneMachineOnly(standbys)],
    ...[overdue(operations, now), refused(operations), unread(operations), standbyUnused(operations)],
  ].flat()
  const [first] = wrong
  if (first === undefined) return { tone: 'ok', word: 'All well', sentence: allWell(operations) }
  return { tone: first.tone, word: first.word, sentence: wrong.map(({ sentence }) => sentence).join(' ') }
}

function noWorkers({ workers }: Operations): SystemWords[] {
  if (workers === null || workers.alive > 0) return []
  return [
    {
      tone: 'failed',
      word: 'No worker',
      sentence: 'No worker is alive: events are stored, and nothing is delivered until one starts.',
    },
  ]
}

function oneMachineOnly(standbys: Operations['synchronous_standbys']): SystemWords[] {
  if (standbys === null || standbys.connected === null || standbys.connected >= standbys.required) return []
  const { connected, required } = standbys
  return [
    {
      tone: 'failed',
      word: 'Too few standbys',
      sentence: `The database has ${connected} of ${counted(required, 'synchronous standby', 'synchronous standbys')}: accepted events may be on one machine only.`,
    },
  ]
}

function overdue({ due }: Operations, now: number): SystemWords[] {
  const since = due?.working.due_since ?? null
  if (due === null || since === null) return []
  const late = now - Date.parse(since)
  if (late < OVERDUE_MS) return []
  const count = counted(due.working.jobs, 'delivery', 'deliveries')
  const sentence = `${count} to endpoints that work ${due.working.jobs === 1 ? 'is' : 'are'} overdue, the oldest for ${formatDuration(late)}.`
  return [{ tone: 'warning', word: 'Overdue', sentence }]
}

function refused({ backlog }: Operations): SystemWords[] {
  const count = backlog.refused.length
  if (count === 0) return []
  return [
    { tone: 'warning', word: 'Refusing', sentence: `Events of ${counted(count, 'store', 'stores')} are refused.` },
  ]
}

/** The database did not respond in time. */
function unread({ due, unfinished, workers }: Operations): SystemWords[] {
  if (due !== null && unfinished !== null && workers !== null) return []
  return [
    {
      tone: 'warning',
      word: 'Slow database',
      sentence: 'The database took too long to count: missing numbers are unknown.',
    },
  ]
}

function standbyUnused({ read_standby }: Operations): SystemWords[] {
  if (read_standby === null || read_standby.lag !== null) return []
  const sentence = 'The standby for readers is not used, so the primary serves them: see the log.'
  return [{ tone: 'warning', word: 'Standby not used', sentence }]
}

function allWell({ workers, due }: Operations): string {
  const alive = counted(workers?.alive ?? 0, 'worker is', 'workers are')
  const waiting = (due?.working.jobs ?? 0) + (due?.limited.jobs ?? 0)
  const usual =
    waiting === 0
      ? 'nothing is waiting'
      : `${counted(waiting, 'delivery is waiting', 'deliveries are waiting')} as usual`
  return `${alive} alive, and ${usual}${toFailing(due)}.`
}

function toFailing(due: Operations['due']): string {
  if (due === null || due.failing.jobs === 0) return ''
  const jobs = countText(due.failing.jobs, due.at_least)
  return `; ${jobs} ${due.failing.jobs === 1 ? 'delivery is' : 'deliveries are'} due to endpoints that fail`
}

/** Undefined if no standby is required or connected. */
export function standbyWords(standbys: Operations['synchronous_standbys']): string | undefined {
  if (standbys === null || (standbys.required === 0 && standbys.connected === 0)) return undefined
  if (standbys.connected === null) return 'Its standbys are unknown: the role lacks pg_read_all_stats.'
  return `A commit is on ${counted(standbys.connected, 'other machine', 'other machines')} too.`
}

type ReadStandby = NonNullable<Operations['read_standby']>

/** Share of the eligible reads that standbys served. */
export function standbyShare({ reads: { standby, primary } }: ReadStandby): string {
  const all = standby + primary
  return all === 0 ? '–' : `${Math.floor((100 * standby) / all)}%`
}

export function readStandbyWords({ lag }: ReadStandby): string {
  if (lag === null) return 'It is not used: the primary serves them.'
  return `Proven ${formatDuration(lag * 1000)} behind at most, by the process that responds.`
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
