import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { type RouteDeps, resourceRoutes, sendOne } from '../kit/routes.ts'
import { selectRow } from '../kit/store.ts'
import { GATEWAYS, gateways } from './gateway.ts'
import { type GatewayDeps, updateGateway } from './update.ts'

const PATH = '/v2/gateways/:gateway_slug'

export function routes(server: Server, deps: RouteDeps & GatewayDeps): void {
  resourceRoutes(server, deps, gateways, ['list'])

  server.get(PATH, { config: { access: 'seller', area: 'settings' }, schema: schemas.get }, async (request, reply) => {
    const { store_id } = inStore(request.caller)
    const row = await selectRow(deps.db, gateways, { owner_id: store_id, slug: slugIn(request) })
    if (row === undefined) throw notFound('payment gateway')
    return sendOne(deps, gateways, row, reply)
  })

  server.put(
    PATH,
    { config: { access: 'seller', area: 'settings' }, schema: schemas.update },
    async (request, reply) => {
      const { data: sent } = request.body as { data: Record<string, unknown> }
      const update = { slug: slugIn(request), sent, expected_version: ifMatch(request.headers['if-match']) }
      return sendOne(deps, gateways, await updateGateway(deps, inStore(request.caller), update), reply)
    },
  )
}

const params = Type.Object({
  gateway_slug: Type.String({ description: `${GATEWAYS.map(({ slug }) => `\`${slug}\``).join(' or ')}.` }),
})

const schemas = {
  get: {
    operationId: 'GetPaymentGateway',
    summary: 'Get a payment gateway',
    tags: [gateways.tag],
    params,
    response: { 200: Data(gateways.schemas.resource), ...errorResponses(400) },
  },
  update: {
    operationId: 'UpdatePaymentGateway',
    summary: 'Configure a payment gateway',
    description:
      'Attributes that are not sent keep their values. Emits `payment-gateway.updated`, unless nothing changes.',
    tags: [gateways.tag],
    params,
    headers: IfMatch,
    body: Data(gateways.schemas.update),
    response: { 200: Data(gateways.schemas.resource), ...errorResponses(409) },
  },
}

function slugIn({ params }: FastifyRequest): string {
  return (params as { gateway_slug: string }).gateway_slug
}
