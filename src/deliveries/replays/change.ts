import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { lockReplay, type ReplayRow, updateStatus } from './store.ts'

export type ReplayChange = 'pause' | 'resume' | 'cancel'

const CHANGES: Record<ReplayChange, { from: readonly ReplayRow['status'][]; to: ReplayRow['status'] }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
}

/**
 * Pauses, resumes or cancels a replay; jobs that it has already created are still delivered. Requesting its current status
 * changes nothing. Throws `not_found`, and `conflict` when the replay is over.
 */
export async function changeReplay(
  { db, clock }: { db: Database; clock: Clock },
  owner: Owner,
  { integration_id, replay_id }: { integration_id: string; replay_id: string },
  change: ReplayChange,
): Promise<ReplayRow> {
  const { from, to } = CHANGES[change]
  return transact(db, async (tx) => {
    const replay = await lockReplay(tx, { id: replay_id, integration_id, owner_id: ownerId(owner) })
    if (replay === undefined) throw notFound('replay')
    if (replay.status === to) return replay
    if (!from.includes(replay.status)) throw isOver(replay.status, change)
    const now = clock()
    const times = {
      next_at: to === 'running' ? new Date(now) : null,
      finished_at: to === 'cancelled' ? new Date(now) : null,
    }
    return updateStatus(tx, replay_id, { status: to, status_detail: null, ...times }, now)
  })
}

function isOver(status: ReplayRow['status'], change: ReplayChange): AppError {
  return new AppError('conflict', [{ detail: `The replay is ${status}: it cannot ${change} any more.` }])
}
