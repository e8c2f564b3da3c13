import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Caller, inStore } from '../../../http/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import { listSchema } from '../../../http/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists.ts'
import type { Server } from '../../../http/server.ts'
import { idempotent } from '../../kit/idempotency.ts'
import { addressOfRow, present } from '../../kit/resource.ts'
import { answerList, type RouteDeps } from '../../kit/routes.ts'
import { getOne, listSome } from '../../kit/verbs.ts'
import { change } from '../../kit/work.ts'
import { readOrder } from '../read.ts'
import { AskedUnits } from '../units.ts'
import { createShipment, type NewShipment } from './create.ts'
import { type Shipment, shipments } from './shipment.ts'
import { type ShipmentUpdate, updateShipment } from './update.ts'

const ALL = '/v2/orders/:order_id/shipments'
const ONE = `${ALL}/:shipment_id`

/** What is sent of an order. */
export function routes(server: Server, deps: RouteDeps): void {
  readingRoutes(server, deps)

  server.post(ALL, { config: seller, schema: schemas.create }, async (request, reply) => {
    const { order_id } = request.params
    const { type: _, ...asked } = request.body.data
    const answer = await idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
      const shipment = await createShipment(work, order_id, asked as NewShipment)
      const location = addressOfRow(shipments, shipment, deps.base_url)
      const headers = { location, etag: etag(shipment.version) }
      return { status: 201, body: { data: present(shipments, shipment, deps.base_url) }, headers }
    })
    return give(reply, answer)
  })

  server.put(ONE, { config: seller, schema: schemas.update }, async (request, reply) => {
    const { type: _, ...update } = request.body.data
    return answerShipment(deps, await move(deps, request, update as ShipmentUpdate), reply)
  })

  server.post(`${ONE}/cancel`, { config: seller, schema: schemas.cancel }, async (request, reply) =>
    answerShipment(deps, await move(deps, request, { status: 'cancelled' }), reply),
  )
}

function readingRoutes(server: Server, deps: RouteDeps): void {
  server.get(ALL, { config: shopper, schema: schemas.list }, async (request) => {
    const place = await placeOf(deps, request.caller, request.params.order_id)
    return answerList(deps, request, place.owner, {
      list: shipments.list,
      read: (asked) => listSome(deps, shipments, place, asked),
      show: (row) => present(shipments, row, deps.base_url),
    })
  })

  server.get(ONE, { config: shopper, schema: schemas.get }, async ({ params, caller }, reply) => {
    const place = await placeOf(deps, caller, params.order_id)
    return answerShipment(deps, await getOne(deps, shipments, place, params.shipment_id.toLowerCase()), reply)
  })
}

function move(deps: RouteDeps, request: FastifyRequest, update: ShipmentUpdate): Promise<Shipment> {
  const { order_id, shipment_id } = request.params as { order_id: string; shipment_id: string }
  const expected_version = ifMatch(request.headers['if-match'])
  const asked = { order_id, id: shipment_id, update, expected_version }
  return change(deps, inStore(request.caller), (work) => updateShipment(work, asked))
}

function answerShipment({ base_url }: RouteDeps, shipment: Shipment, reply: FastifyReply) {
  reply.header('etag', etag(shipment.version))
  return { data: present(shipments, shipment, base_url) } as never
}

/** Below an order that the caller may see. Throws `not_found`. */
async function placeOf(deps: RouteDeps, caller: Caller, order_id: string) {
  const owner = inStore(caller)
  const order = await readOrder(deps, caller, owner, order_id)
  return { owner, parents: { order_id: order.id } }
}

const shopper = { access: 'shopper' } as const
const seller = { access: 'seller' } as const
const tags = [shipments.tag]
const Uuid = Type.String({ format: 'uuid' })
const orderParams = Type.Object({ order_id: Uuid })
const params = Type.Object({ order_id: Uuid, shipment_id: Uuid })
const Answer = Data(shipments.schemas.resource)
const { carrier, tracking_number } = shipments.attributes
const Words = { carrier: Type.Optional(carrier.schema), tracking_number: Type.Optional(tracking_number.schema) }
const Units = (description: string) =>
  Type.Optional(Type.Array(AskedUnits, { minItems: 1, maxItems: 1000, description }))
const type = Type.Optional(Type.Literal('shipment'))
const FIRES = 'Fires `order.updated`; `order.fulfilled` before it when the last unit that is delivered is shipped.'

const schemas = {
  list: {
    operationId: 'ListShipments',
    summary: 'List the shipments of an order',
    description: 'A shopper sees those of what its customer bought, and of what it bought in this session.',
    tags,
    params: orderParams,
    querystring: listQuerySchema(shipments.list),
    response: { 200: listSchema(shipments.schemas.resource) },
  },
  get: {
    operationId: 'GetShipment',
    summary: 'Get a shipment',
    tags,
    params,
    response: { 200: Answer },
  },
  create: {
    operationId: 'CreateShipment',
    summary: 'Put units of an order into a shipment',
    description: `Units are in one shipment at most, as many as were ordered in all. One that is \`shipped\` needs an order that is complete and paid; its units leave the stock. ${FIRES}`,
    tags,
    params: orderParams,
    headers: IdempotencyKey,
    body: Data(
      Type.Object({
        type,
        ...Words,
        status: Type.Optional(Type.Enum(['pending', 'shipped'], { description: 'By default pending.' })),
        items: Units('Without them, everything that no shipment has yet.'),
      }),
    ),
    response: { 201: Answer, ...errorResponses(409) },
  },
  update: {
    operationId: 'UpdateShipment',
    summary: 'Change a shipment, or move it on',
    description: `Attributes left out keep their values; units change while it is pending. ${FIRES}`,
    tags,
    params,
    headers: IfMatch,
    body: Data(
      Type.Object({
        type,
        ...Words,
        status: Type.Optional(shipments.attributes.status.schema),
        items: Units('In place of what is in it.'),
      }),
    ),
    response: { 200: Answer, ...errorResponses(409) },
  },
  cancel: {
    operationId: 'CancelShipment',
    summary: 'Cancel a pending shipment',
    description: 'Its units can be put into others. Fires `order.updated`.',
    tags,
    params,
    headers: IfMatch,
    response: { 200: Answer, ...errorResponses(409) },
  },
}
