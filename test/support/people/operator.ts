import { openSigningKeys } from '../../../src/access/tokens/signing-keys.ts'
import { signToken } from '../../../src/access/tokens/token.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Permission } from '../../../src/kernel/permissions.ts'
import { type App, type Client, calling, send } from '../app.ts'

/** A client with only these permissions, in an empty organization. */
export async function openOperator(
  app: Pick<App, 'foundation' | 'origin'>,
  permissions: readonly Permission[] = ['deployment:read'],
): Promise<Client> {
  const now = Date.now()
  const key = await (await openSigningKeys(app.foundation)).current()
  const organization_id = newId(now)
  const session = { organization_id, store_id: null, key_id: newId(now), role: 'seller' as const, permissions }
  const { access_token } = await signToken(key, session, now)
  const authorization = `Bearer ${access_token}`
  return calling({ organization_id, store_id: organization_id, token: access_token }, (method, path, body, headers) =>
    send(`${app.origin}${path}`, method, body, { authorization, ...headers }),
  )
}
