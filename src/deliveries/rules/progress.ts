import { AppError } from '../../kernel/errors.ts'

/** Status of a long task that advances in steps: a replay or a job run. */
export type Progress = 'running' | 'paused' | 'completed' | 'cancelled'

export type ProgressChange = 'pause' | 'resume' | 'cancel'

const CHANGES: Record<ProgressChange, { from: readonly Progress[]; to: Progress }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
}

/** Status after a change, which may be the current status; null if the task is over. */
export function statusAfter(status: Progress, change: ProgressChange): Progress | null {
  const { from, to } = CHANGES[change]
  return status === to || from.includes(status) ? to : null
}

/**
 * Times that a status implies: the next step of a running task, and the end of a cancelled task. `now` is in milliseconds since
 * the epoch.
 */
export function timesOf(status: Progress, now: number) {
  return {
    next_at: status === 'running' ? new Date(now) : null,
    finished_at: status === 'cancelled' ? new Date(now) : null,
  }
}

export function isOver(work: 'replay' | 'run', status: Progress, change: ProgressChange): AppError {
  return new AppError('conflict', [{ detail: `The ${work} is ${status}: it cannot ${change} any more.` }])
}
