import type { Static } from 'typebox'
import { CreatedKey, type KeyCreate, KeyResource } from '../../access/api/key.ts'
import type { Key } from '../../access/keys.ts'
import type { Connection } from '../../client/connection.ts'
import { parseResponse, readPages } from '../../client/list.ts'
import { Data } from '../../http/envelope.ts'
import { notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'

/** A key to print, from the server or the database. */
export type ShownKey = { [Name in keyof Key]: Key[Name] | (Date extends Key[Name] ? string : never) }

export async function createOnServer(connection: Connection, input: KeyCreate) {
  const { data } = parseResponse(Data(CreatedKey), await connection.post('/keys', { data: input }))
  return { ...shown(data), client_secret: data.client_secret }
}

export async function listOnServer(connection: Connection): Promise<ShownKey[]> {
  return (await readPages(connection, '/keys', KeyResource)).map(shown)
}

export async function revokeOnServer(connection: Connection, named: string): Promise<ShownKey> {
  const id = isUuid(named) ? named : await idOf(connection, named)
  return shown(parseResponse(Data(KeyResource), await connection.delete(`/keys/${id}`)).data)
}

async function idOf(connection: Connection, client_id: string): Promise<string> {
  const filter = `eq(client_id,"${client_id.replaceAll(/["\\]/g, '')}")`
  const [key] = await readPages(connection, '/keys', KeyResource, filter)
  if (key === undefined) throw notFound('key')
  return key.id
}

function shown(key: Static<typeof KeyResource>): ShownKey {
  const { id, name, client_id, permissions, created_by, expires_at, last_used_at, revoked_at } = key
  const { organization, store } = key.relationships
  return {
    id,
    organization_id: organization.data.id,
    store_id: store?.data.id ?? null,
    name,
    client_id,
    permissions,
    created_at: key.meta.timestamps.created_at,
    created_by,
    expires_at,
    last_used_at,
    revoked_at,
  }
}
