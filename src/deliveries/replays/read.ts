import { type Listed, list } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { ReplayRow } from './replay.ts'

/** The replays of one integration. Throws `not_found`. */
export async function listReplays(
  db: Database,
  owner: Owner,
  integration_id: string,
  request: ListRequest,
): Promise<Listed<ReplayRow>> {
  if (!(await integrationExists(db, owner, integration_id))) throw notFound('integration')
  return list(db, db.selectFrom('replays').selectAll().where('integration_id', '=', integration_id), request)
}

/** Throws `not_found`. */
export async function getReplay(
  db: Database,
  owner: Owner,
  { integration_id, replay_id }: { integration_id: string; replay_id: string },
): Promise<ReplayRow> {
  const replay = await db
    .selectFrom('replays')
    .selectAll()
    .where('id', '=', replay_id)
    .where('integration_id', '=', integration_id)
    .where('owner_id', '=', ownerId(owner))
    .executeTakeFirst()
  if (replay === undefined) throw notFound('replay')
  return replay
}
