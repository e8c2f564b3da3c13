import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { limitSentence } from '../db/row-limit.ts'
import type { Caller } from '../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../http/lists/lists.ts'
import type { Server } from '../http/server.ts'
import type { PageLength } from '../kernel/lists/page.ts'
import { createIntegration } from './create.ts'
import type { IntegrationDeps } from './deps.ts'
import { documentedCreate, documentedResource, documentedUpdate } from './documented.ts'
import { getIntegration } from './get.ts'
import {
  type Integration,
  IntegrationCreate,
  IntegrationIdentifier,
  IntegrationResource,
  IntegrationUpdate,
} from './integration.ts'
import { integrationList, listIntegrations } from './list.ts'
import { removeIntegration } from './remove.ts'
import { presentIntegration } from './rules/present.ts'
import { integrationLimit } from './store.ts'
import { updateIntegration } from './update.ts'

const config = { access: 'seller', area: 'integrations' } as const
const response = { 200: Data(documentedResource) }
const ONE = '/v2/integrations/:integration_id'

/** Parts of the document that differ from the validated schemas. */
const documented = {
  list: { ...config, documented: { response: { 200: integrationListSchema(documentedResource) } } },
  get: { ...config, documented: { response } },
  create: {
    ...config,
    documented: {
      body: Data(documentedCreate),
      response: { 201: Data(documentedResource), ...errorResponses(409) },
    },
  },
  update: {
    ...config,
    documented: { body: Data(documentedUpdate), response: { ...response, ...errorResponses(409) } },
  },
} as const

export function routes(server: Server, deps: IntegrationDeps & { pageLength: PageLength }): void {
  const { base_url } = deps

  server.get('/v2/integrations', { config: documented.list, schema: schemas.list }, async ({ query, caller, url }) => {
    const request = parseListRequest(query, integrationList, await deps.pageLength(caller))
    const page = await listIntegrations(deps, caller, request)
    const rows = page.rows.map((integration) => presentIntegration(integration, base_url, caller.permissions))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.post(
    '/v2/integrations',
    { config: documented.create, schema: schemas.create },
    async ({ body, caller }, reply) => {
      const integration = await createIntegration(deps, caller, body.data)
      const response = sendOne(deps, caller, integration, reply)
      return reply.code(201).header('location', response.data.links.self).send(response)
    },
  )

  server.get(ONE, { config: documented.get, schema: schemas.get }, async ({ params, caller }, reply) => {
    const integration = await getIntegration(deps, caller, params.integration_id)
    return sendOne(deps, caller, integration, reply)
  })

  server.put(
    ONE,
    { config: documented.update, schema: schemas.update },
    async ({ params, body, caller, headers }, reply) => {
      const expected_version = ifMatch(headers['if-match'])
      const request = { id: params.integration_id, update: body.data, expected_version }
      return sendOne(deps, caller, await updateIntegration(deps, caller, request), reply)
    },
  )

  server.delete(ONE, { config, schema: schemas.remove }, async ({ params, caller, headers }) => {
    const expected_version = ifMatch(headers['if-match'])
    await removeIntegration(deps, caller, { id: params.integration_id, expected_version })
    return { data: { id: params.integration_id, type: 'integration' as const } }
  })
}

function sendOne(
  { base_url }: Pick<IntegrationDeps, 'base_url'>,
  { permissions }: Caller,
  integration: Integration,
  reply: FastifyReply,
) {
  reply.header('etag', etag(integration.version))
  return { data: presentIntegration(integration, base_url, permissions) }
}

const tags = ['Integrations']
const params = Type.Object({ integration_id: Type.String({ format: 'uuid', description: 'UUID of the integration.' }) })

const SECRETS = 'Without `integrations:secrets` every secret is masked.'

const schemas = {
  list: {
    operationId: 'ListIntegrations',
    summary: 'List integrations',
    description: SECRETS,
    tags,
    querystring: listQuerySchema(integrationList),
    response: { 200: integrationListSchema(IntegrationResource) },
  },
  create: {
    operationId: 'CreateIntegration',
    summary: 'Create an integration',
    description: `${limitSentence(integrationLimit)} ${SECRETS}`,
    tags,
    body: Data(IntegrationCreate),
    response: { 201: Data(IntegrationResource), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetIntegration',
    summary: 'Get an integration',
    description: SECRETS,
    tags,
    params,
    response: { 200: Data(IntegrationResource) },
  },
  update: {
    operationId: 'UpdateIntegration',
    summary: 'Update an integration',
    description:
      'Omitted attributes keep their values, and so do omitted members of `configuration`, where null removes a member. ' +
      `A secret that is sent back masked, as it was read, does not change. ${SECRETS}`,
    tags,
    params,
    headers: IfMatch,
    body: Data(IntegrationUpdate),
    response: { 200: Data(IntegrationResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'DeleteIntegration',
    summary: 'Delete an integration',
    description: 'Its unfinished jobs are cancelled.',
    tags,
    params,
    headers: IfMatch,
    response: { 200: Data(IntegrationIdentifier), ...errorResponses(409) },
  },
}
