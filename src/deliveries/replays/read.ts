import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { listReplayRows, type ReplayRow, selectReplay } from './store.ts'

/** Throws `not_found` for the integration. */
export async function listReplays(
  db: Database,
  owner: Owner,
  integration_id: string,
  request: ListRequest,
): Promise<Listed<ReplayRow>> {
  if (!(await integrationExists(db, owner, integration_id))) throw notFound('integration')
  return listReplayRows(db, integration_id, request)
}

/** Throws `not_found`. */
export async function getReplay(
  db: Database,
  owner: Owner,
  { integration_id, replay_id }: { integration_id: string; replay_id: string },
): Promise<ReplayRow> {
  const replay = await selectReplay(db, { id: replay_id, integration_id, owner_id: ownerId(owner) })
  if (replay === undefined) throw notFound('replay')
  return replay
}
