import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Failures } from '../../../access/limits/failures.ts'
import { Tries } from '../../../access/limits/tries.ts'
import { inStore } from '../../../http/callers/caller.ts'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { pathOfOne } from '../../kit/routes.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { passwordProfiles } from '../password-profile.ts'
import { OneTimePasswordTokenRequest } from './one-time-password.ts'
import { requestOneTimePassword } from './request.ts'

export function routes(server: Server, deps: StoreDeps): void {
  const counters = { tries: new Tries(), failures: new Failures() }
  const path = `${pathOfOne(passwordProfiles)}/one-time-password-token-request` as const
  server.post(
    path,
    { config: { access: 'shopper', area: 'customers' }, preValidation: bodyInData, schema },
    async ({ params, body, caller, clientAddress: address }, reply) => {
      const ids = lowerCaseIds(params as Parameters)
      await requestOneTimePassword({ ...deps, ...counters }, inStore(caller), { ...ids, sent: body.data, address })
      // Undefined, because null would be sent as JSON.
      return reply.code(202).send()
    },
  )
}

/** Accepts the members of `data` at the top level, because some clients send them there. */
async function bodyInData(request: FastifyRequest): Promise<void> {
  if (isObject(request.body) && !('data' in request.body)) request.body = { data: request.body }
}

type Parameters = { authentication_realm_id: string; password_profile_id: string }

function lowerCaseIds({ authentication_realm_id, password_profile_id }: Parameters): Parameters {
  return {
    authentication_realm_id: authentication_realm_id.toLowerCase(),
    password_profile_id: password_profile_id.toLowerCase(),
  }
}

const id = (resource: string) => Type.String({ format: 'uuid', description: `Id of the ${resource}.` })

const schema = {
  operationId: 'CreateOneTimePasswordTokenRequest',
  summary: 'Request a one-time password',
  description:
    'Emits `one-time-password-token-request.created` with the code if the user exists; the response is the same if not. A code is valid once, for 10 minutes, and replaces the previous one.',
  tags: [passwordProfiles.tag],
  params: Type.Object({
    authentication_realm_id: id('authentication realm'),
    password_profile_id: id('password profile'),
  }),
  body: Data(OneTimePasswordTokenRequest),
  response: { 202: Type.Unsafe<undefined>(Type.Null({ description: 'No body.' })), ...errorResponses(409) },
}
