import { selectKeyNames } from '../../access/sql/keys.ts'
import type { ActorName } from '../../audit/entry.ts'
import type { Database } from '../../db/database.ts'
import type { Owner } from '../../kernel/owner.ts'
import { selectPersonNames } from '../../people/store.ts'

/** Returns the current names of actors by id; foreign and deleted actors are missing. */
export async function namesOfActors(
  db: Database,
  { organization_id }: Owner,
  actors: readonly ActorName[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: ActorName['type']) => actors.flatMap((actor) => (actor.type === type ? [actor.id] : []))
  const keys = await selectKeyNames(db, organization_id, idsOf('key'))
  return new Map([...keys, ...(await selectPersonNames(db, organization_id, idsOf('person')))])
}
