import { AppError } from '../../kernel/errors.ts'

/** Where work is that steps through much: a replay, or a run over jobs. */
export type Progress = 'running' | 'paused' | 'completed' | 'cancelled'

export type ProgressChange = 'pause' | 'resume' | 'cancel'

const CHANGES: Record<ProgressChange, { from: readonly Progress[]; to: Progress }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
}

/** The status after a change, which may be the current one; null when the work is over. */
export function statusAfter(status: Progress, change: ProgressChange): Progress | null {
  const { from, to } = CHANGES[change]
  return status === to || from.includes(status) ? to : null
}

/** When work of this status moves on, and when it was ended. `now` in milliseconds since the epoch. */
export function timesOf(status: Progress, now: number) {
  return {
    next_at: status === 'running' ? new Date(now) : null,
    finished_at: status === 'cancelled' ? new Date(now) : null,
  }
}

/** The error for a change of work that is over. */
export function isOver(work: 'replay' | 'run', status: Progress, change: ProgressChange): AppError {
  return new AppError('conflict', [{ detail: `The ${work} is ${status}: it cannot ${change} any more.` }])
}
