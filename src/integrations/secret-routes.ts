import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import type { Server } from '../http/server.ts'
import type { IntegrationDeps } from './deps.ts'
import { endPreviousSecret, getSecret, rotateSecret } from './rotate-secret.ts'
import { presentSecret, presentTimes, SecretResource, SecretRotation, SecretTimes } from './secret.ts'

const config = { access: 'seller', area: 'integrations' } as const
const SECRET = '/v2/integrations/:integration_id/secret'

export function routes(server: Server, deps: IntegrationDeps): void {
  server.get(
    SECRET,
    { config: { ...config, permission: 'integrations:secrets' }, schema: schemas.get },
    async ({ params, caller }) => {
      return { data: presentSecret(await getSecret(deps, caller, params.integration_id), caller.permissions) }
    },
  )

  server.post(
    `${SECRET}/rotate`,
    { config: { ...config, optional_body: true }, schema: schemas.rotate, preValidation },
    async ({ params, body, caller }) => {
      const integration = await rotateSecret(deps, caller, params.integration_id, body.data ?? {})
      return { data: presentSecret(integration, caller.permissions) }
    },
  )

  server.post(`${SECRET}/end-previous`, { config, schema: schemas.endPrevious }, async ({ params, caller }) => {
    return { data: presentTimes(await endPreviousSecret(deps, caller, params.integration_id)) }
  })
}

/** Makes the body optional. */
async function preValidation(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

const tags = ['Integrations']
const params = Type.Object({ integration_id: Type.String({ format: 'uuid', description: 'UUID of the integration.' }) })

const schemas = {
  get: {
    operationId: 'GetSecret',
    summary: 'Get the secret of a webhook',
    tags,
    params,
    response: { 200: Data(SecretResource), ...errorResponses(409) },
  },
  rotate: {
    operationId: 'RotateSecret',
    summary: 'Replace the secret of a webhook',
    description:
      'The response has the new secret, masked without `integrations:secrets`. Until `previous_until`, a day later, the previous secret signs too, so that receivers can ' +
      'change theirs meanwhile; while it does, another rotation is refused without `force`.',
    tags,
    params,
    body: Type.Object({ data: Type.Optional(SecretRotation) }),
    response: { 200: Data(SecretResource), ...errorResponses(409) },
  },
  endPrevious: {
    operationId: 'EndPreviousSecret',
    summary: 'Stop signing with the previous secret',
    description: 'Use it once all receivers have the new secret. Changes nothing if no previous secret signs.',
    tags,
    params,
    response: { 200: Data(SecretTimes), ...errorResponses(409) },
  },
}
