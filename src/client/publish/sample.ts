import { newId } from '../../db/new-id.ts'
import { builtInTypes, findEventType, unknownKeyDetail } from '../../event-types/catalog.ts'
import { Data } from '../../http/envelope.ts'
import { EventTypeResource } from '../../own-types/own-type.ts'
import { ApiError } from '../api-error.ts'
import type { Account, Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'

/**
 * Returns the sample payload of a key: of a built-in type with a new resource id, of the store's own type as declared.
 * Throws for an unknown key an error that names similar built-in keys.
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
