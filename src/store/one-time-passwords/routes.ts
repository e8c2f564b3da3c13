import { Type } from 'typebox'
import { Failures } from '../../access/limits/failures.ts'
import { Tries } from '../../access/limits/tries.ts'
import { inStore } from '../../http/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { passwordProfiles } from '../authentication/password-profile.ts'
import { pathOfOne } from '../kit/routes.ts'
import type { StoreDeps } from '../kit/work.ts'
import { OneTimePasswordTokenRequest } from './one-time-password.ts'
import { requestOneTimePassword } from './request.ts'

export function routes(server: Server, deps: StoreDeps): void {
  const counters = { tries: new Tries(), failures: new Failures() }
  const path = `${pathOfOne(passwordProfiles)}/one-time-password-token-request` as const
  server.post(
    path,
    { config: { access: 'shopper' }, schema },
    async ({ params, body, caller, clientAddress: address }, reply) => {
      const place = lowerCased(params as Parameters)
      await requestOneTimePassword({ ...deps, ...counters }, inStore(caller), { ...place, sent: body.data, address })
      return reply.code(202).send(null)
    },
  )
}

type Parameters = { authentication_realm_id: string; password_profile_id: string }

function lowerCased({ authentication_realm_id, password_profile_id }: Parameters): Parameters {
  return {
    authentication_realm_id: authentication_realm_id.toLowerCase(),
    password_profile_id: password_profile_id.toLowerCase(),
  }
}

const id = (of: string) => Type.String({ format: 'uuid', description: `Id of the ${of}.` })

const schema = {
  operationId: 'CreateOneTimePasswordTokenRequest',
  summary: 'Ask for a one-time password',
  description:
    'Fires `one-time-password-token-request.created` with the code when there is such a user; the answer is the same when there is none. A code is good once and for 10 minutes, and replaces the one before.',
  tags: [passwordProfiles.tag],
  params: Type.Object({
    authentication_realm_id: id('authentication realm'),
    password_profile_id: id('password profile'),
  }),
  body: Data(OneTimePasswordTokenRequest),
  response: { 202: Type.Null({ description: 'No body.' }), ...errorResponses(409) },
}
