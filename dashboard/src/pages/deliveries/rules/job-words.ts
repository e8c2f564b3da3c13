import type { IntegrationJob, IntegrationJobDetail, IntegrationLog } from '../../../generated/schema.ts'
import { formatDuration } from '../../../kit/values/time.ts'

export type JobStatus = IntegrationJob['status']

/** Label and tone of each status. */
export const JOB_STATUS = {
  pending: { word: 'Pending', tone: 'waiting' },
  delivering: { word: 'Delivering', tone: 'working' },
  succeeded: { word: 'Succeeded', tone: 'ok' },
  failed: { word: 'Failed', tone: 'failed' },
  cancelled: { word: 'Cancelled', tone: 'off' },
} as const satisfies Record<JobStatus, { word: string; tone: string }>

export function isOver(status: JobStatus): boolean {
  return status !== 'pending' && status !== 'delivering'
}

/** Milliseconds from creation to completion; null while unfinished. */
export function tookMs({ status, meta }: Pick<IntegrationJob, 'status' | 'meta'>): number | null {
  const { created_at, updated_at } = meta.timestamps
  return isOver(status) ? Math.max(0, Date.parse(updated_at) - Date.parse(created_at)) : null
}

type Preview = Pick<IntegrationJobDetail, 'status' | 'attempts' | 'waiting' | 'last_attempt' | 'meta'>

/** Outcome of a job, or the reason why it waits. The remaining time is shown elsewhere. */
export function jobSentence(job: Preview): string {
  const { status, attempts, waiting, last_attempt } = job
  switch (status) {
    case 'succeeded':
      return attempts <= 1
        ? `Delivered at the first attempt, ${formatDuration(tookMs(job) ?? 0)} after the event was accepted.`
        : `Delivered at attempt ${attempts}, ${formatDuration(tookMs(job) ?? 0)} after the event was accepted.`
    case 'failed':
      return `Given up after ${count(attempts)}${last_attempt === null ? '.' : `: ${failureOf(last_attempt)}`}`
    case 'cancelled':
      return `Cancelled after ${count(attempts)}: its integration was disabled or deleted, or a run cancelled it.`
    case 'pending':
    case 'delivering':
      return [lastFailure(last_attempt), waiting?.detail ?? ''].filter((part) => part !== '').join(' ')
  }
}

function lastFailure(last: Preview['last_attempt']): string {
  return last === null || last.succeeded ? '' : `The last attempt failed: ${failureOf(last)}`
}

/** Reason of a failed attempt; its status if no reason was recorded. */
export function failureOf({ error_detail, status_code }: Pick<IntegrationLog, 'error_detail' | 'status_code'>): string {
  const reason = error_detail.trim()
  if (reason !== '') return /[.!?]$/.test(reason) ? reason : `${reason}.`
  return status_code === null ? 'No response.' : `Response ${status_code}.`
}

/** Outcome of a successful attempt: brokers confirm with a receipt, which has no status. */
export function answerOf({ status_code }: Pick<IntegrationLog, 'status_code'>): string {
  return status_code === null ? 'Confirmed' : `Response ${status_code}`
}

function count(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}
