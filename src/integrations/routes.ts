import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data, etag, IfMatch, ifMatch } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../http/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../http/lists.ts'
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
import { updateIntegration } from './update.ts'

const config = { access: 'seller', area: 'integrations' } as const
const response = { 200: Data(documentedResource) }
const ONE = '/v2/integrations/:integration_id'

/** What the document says otherwise than the requests are checked. */
const documented = {
  list: { ...config, documented: { response: { 200: integrationListSchema(documentedResource) } } },
  get: { ...config, documented: { response } },
  create: { ...config, documented: { body: Data(documentedCreate), response: { 201: Data(documentedResource) } } },
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
    const rows = page.rows.map((integration) => presentIntegration(integration, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.post(
    '/v2/integrations',
    { config: documented.create, schema: schemas.create },
    async ({ body, caller }, reply) => {
      const integration = await createIntegration(deps, caller, body.data)
      const response = sendOne(integration, base_url, reply)
      return reply.code(201).header('location', response.data.links.self).send(response)
    },
  )

  server.get(ONE, { config: documented.get, schema: schemas.get }, async ({ params, caller }, reply) => {
    const integration = await getIntegration(deps, caller, params.integration_id)
    return sendOne(integration, base_url, reply)
  })

  server.put(
    ONE,
    { config: documented.update, schema: schemas.update },
    async ({ params, body, caller, headers }, reply) => {
      const expected_version = ifMatch(headers['if-match'])
      const request = { id: params.integration_id, update: body.data, expected_version }
      return sendOne(await updateIntegration(deps, caller, request), base_url, reply)
    },
  )

  server.delete(ONE, { config, schema: schemas.remove }, async ({ params, caller }) => {
    await removeIntegration(deps, caller, params.integration_id)
    return { data: { id: params.integration_id, type: 'integration' as const } }
  })
}

function sendOne(integration: Integration, base_url: string, reply: FastifyReply) {
  reply.header('etag', etag(integration.version))
  return { data: presentIntegration(integration, base_url) }
}

const tags = ['Integrations']
const params = Type.Object({ integration_id: Type.String({ format: 'uuid', description: 'UUID of the integration.' }) })

const schemas = {
  list: {
    operationId: 'ListIntegrations',
    summary: 'List integrations',
    tags,
    querystring: listQuerySchema(integrationList),
    response: { 200: integrationListSchema(IntegrationResource) },
  },
  create: {
    operationId: 'CreateIntegration',
    summary: 'Create an integration',
    tags,
    body: Data(IntegrationCreate),
    response: { 201: Data(IntegrationResource) },
  },
  get: {
    operationId: 'GetIntegration',
    summary: 'Get an integration',
    tags,
    params,
    response: { 200: Data(IntegrationResource) },
  },
  update: {
    operationId: 'UpdateIntegration',
    summary: 'Update an integration',
    description:
      'Omitted attributes keep their values, and so do omitted members of `configuration`, where null removes a member. ' +
      'A secret that is sent back masked, as it was read, does not change.',
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
    response: { 200: Data(IntegrationIdentifier) },
  },
}
