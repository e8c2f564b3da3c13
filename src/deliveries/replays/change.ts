import { recordChange } from '../../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { isOver, type ProgressChange, statusAfter, timesOf } from '../rules/progress.ts'
import { lockReplay, type ReplayRow, replayLimit, updateStatus } from './store.ts'

/**
 * Pauses, resumes or cancels a replay. Jobs that it has already created are still delivered, and setting the current status is a
 * no-op. Throws `not_found`, and `conflict` if the replay is over or the limit is reached.
 */
export async function changeReplay(
  { db, clock }: { db: Database; clock: Clock },
  owner: ActingOwner,
  { integration_id, replay_id }: { integration_id: string; replay_id: string },
  change: ProgressChange,
): Promise<ReplayRow> {
  return transact(db, async (tx) => {
    const replay = await lockReplay(tx, { id: replay_id, integration_id, owner_id: ownerId(owner) })
    if (replay === undefined) throw notFound('replay')
    const status = statusAfter(replay.status, change)
    if (status === null) throw isOver('replay', replay.status, change)
    if (replay.status === status) return replay
    if (status === 'running') await requireCapacity(tx, replayLimit, ownerId(owner))
    const now = clock()
    const [before, after] = [{ status: replay.status }, { status }]
    await recordChange(tx, owner, { type: 'integration-replay', id: replay_id, before, after }, now)
    return updateStatus(tx, replay_id, { status, status_detail: null, ...timesOf(status, now) }, now)
  })
}
