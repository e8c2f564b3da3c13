import type { Database, ReplayStatus } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { ReplayRow } from './replay.ts'

export type ReplayChange = 'pause' | 'resume' | 'cancel'

const CHANGES: Record<ReplayChange, { from: readonly ReplayStatus[]; to: ReplayStatus }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
}

/**
 * Pauses, resumes or cancels a replay; jobs that it has made already are delivered all the same. Asking for the status that
 * it has changes nothing. Throws `not_found`, and `conflict` when the replay is over.
 */
export async function changeReplay(
  { db, clock }: { db: Database; clock: Clock },
  owner: Owner,
  { integration_id, replay_id }: { integration_id: string; replay_id: string },
  change: ReplayChange,
): Promise<ReplayRow> {
  const { from, to } = CHANGES[change]
  return transact(db, async (tx) => {
    const replay = await tx
      .selectFrom('replays')
      .selectAll()
      .where('id', '=', replay_id)
      .where('integration_id', '=', integration_id)
      .where('owner_id', '=', ownerId(owner))
      .forUpdate()
      .executeTakeFirst()
    if (replay === undefined) throw notFound('replay')
    if (replay.status === to) return replay
    if (!from.includes(replay.status)) throw isOver(replay.status, change)
    const now = new Date(clock())
    return tx
      .updateTable('replays')
      .set((eb) => ({
        status: to,
        status_detail: null,
        next_at: to === 'running' ? now : null,
        finished_at: to === 'cancelled' ? now : null,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', replay_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

function isOver(status: ReplayStatus, change: ReplayChange): AppError {
  return new AppError('conflict', [{ detail: `The replay is ${status}: it cannot ${change} any more.` }])
}
