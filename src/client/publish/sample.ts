import { newId } from '../../db/new-id.ts'
import { builtInTypes, findEventType, unknownKeyDetail } from '../../event-types/catalog.ts'
import { Data } from '../../http/envelope.ts'
import { EventTypeResource } from '../../own-types/own-type.ts'
import { ApiError } from '../api-error.ts'
import type { Account, Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'

/**
 * The sample payload of a key: of a built-in one for a resource with a new id, of a store's own as the store declared it.
 * Throws for an unknown key; the error names similar built-in ones.
 */
export async function readSample(
  connection: Pick<Connection, 'get'>,
  { base_url }: Pick<Account, 'base_url'>,
  key: string,
  now: number,
): Promise<unknown> {
  const sample = findEventType(key)?.sample
  if (sample !== undefined)
    return sample({ id: newId(now), organization_id: newId(now), store_id: newId(now), base_url, time: now })
  const response = await connection.get(`/events/types/${encodeURIComponent(key)}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw new Error(unknownKeyDetail(key, builtInTypes.store))
    throw error
  })
  return parseResponse(Data(EventTypeResource), response).data.sample
}
