import { openSigningKeys } from '../../../src/access/tokens/signing-keys.ts'
import { type RolesByStore, signToken } from '../../../src/access/tokens/token.ts'
import { newId } from '../../../src/db/new-id.ts'
import { type App, type Client, calling, send } from '../app.ts'

export type PersonClient = Client & { person_id: string; session_id: string }

/** A logged-in person with roles in an organization and its stores. */
export async function openPerson(
  { origin, foundation }: App,
  { organization_id, store_id }: Pick<Client, 'organization_id' | 'store_id'>,
  roles: RolesByStore,
): Promise<PersonClient> {
  const { db, cipher, clock } = foundation
  const keys = await openSigningKeys({ db, cipher, clock })
  const [person_id, session_id] = [newId(clock()), newId(clock())]
  const session = { organization_id, store_id: null, key_id: session_id, role: 'seller' as const }
  const person = { id: person_id, roles, token_generations: {} }
  const { access_token } = await signToken(await keys.current(), { ...session, person }, clock())
  const client = calling({ organization_id, store_id, token: access_token }, (method, path, body, headers) =>
    send(`${origin}${path}`, method, body, {
      authorization: `Bearer ${access_token}`,
      'x-store-id': store_id,
      ...headers,
    }),
  )
  return { ...client, person_id, session_id }
}
