import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Caller, inStore } from '../../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import { listSchema } from '../../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists/lists.ts'
import type { Server } from '../../../http/server.ts'
import { namedMembers } from '../../../http/validation/known-members.ts'
import { ImpliedType } from '../../../kernel/schemas.ts'
import { getOne, listSome } from '../../kit/operations.ts'
import { rejectOtherRelationships } from '../../kit/relationships.ts'
import { addressOfRow, present } from '../../kit/resource.ts'
import { type RouteDeps, sendList } from '../../kit/routes.ts'
import { idempotent } from '../../kit/sql/idempotency.ts'
import { change } from '../../kit/work.ts'
import { readOrder } from '../read.ts'
import { RequestedUnits } from '../units.ts'
import { createShipment, type NewShipment } from './create.ts'
import { type Shipment, shipments } from './shipment.ts'
import { type ShipmentUpdate, updateShipment } from './update.ts'

const ALL = '/v2/orders/:order_id/shipments'
const ONE = `${ALL}/:shipment_id`

export function routes(server: Server, deps: RouteDeps): void {
  readingRoutes(server, deps)

  server.post(ALL, { config: seller, schema: schemas.create }, async (request, reply) => {
    const { order_id } = request.params
    const values = namedMembers(ShipmentCreate, request.body.data)
    const response = await idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
      const shipment = await createShipment(work, order_id, values as NewShipment)
      refuseOtherOrder(request.body.data, shipment, deps.base_url)
      const location = addressOfRow(shipments, shipment, deps.base_url)
      const headers = { location, etag: etag(shipment.version) }
      return { status: 201, body: { data: present(shipments, shipment, deps.base_url) }, headers }
    })
    return give(reply, response)
  })

  server.put(ONE, { config: seller, schema: schemas.update }, async (request, reply) => {
    const update = namedMembers(ShipmentUpdateBody, request.body.data)
    const shipment = await move(deps, request, update as ShipmentUpdate, (moved) =>
      refuseOtherOrder(request.body.data, moved, deps.base_url),
    )
    return sendShipment(deps, shipment, reply)
  })

  server.post(`${ONE}/cancel`, { config: seller, schema: schemas.cancel }, async (request, reply) =>
    sendShipment(deps, await move(deps, request, { status: 'cancelled' }), reply),
  )
}

function readingRoutes(server: Server, deps: RouteDeps): void {
  server.get(ALL, { config: shopper, schema: schemas.list }, async (request) => {
    const parent = await parentOf(deps, request.caller, request.params.order_id)
    return sendList(deps, request, parent.owner, {
      list: shipments.list,
      read: (page) => listSome(deps, shipments, parent, page),
      show: (row) => present(shipments, row, deps.base_url),
    })
  })

  server.get(ONE, { config: shopper, schema: schemas.get }, async ({ params, caller }, reply) => {
    const parent = await parentOf(deps, caller, params.order_id)
    return sendShipment(deps, await getOne(deps, shipments, parent, params.shipment_id.toLowerCase()), reply)
  })
}

/** Throws `invalid` if the body names another order than the shipment's. */
function refuseOtherOrder(sent: object, shipment: Shipment, base_url: string): void {
  const { relationships } = sent as { relationships?: unknown }
  rejectOtherRelationships(relationships, [present(shipments, shipment, base_url).relationships])
}

/** `check` may throw to reject the change. */
function move(
  deps: RouteDeps,
  request: FastifyRequest,
  update: ShipmentUpdate,
  check: (shipment: Shipment) => void = () => {},
): Promise<Shipment> {
  const { order_id, shipment_id } = request.params as { order_id: string; shipment_id: string }
  const expected_version = ifMatch(request.headers['if-match'])
  const target = { order_id, id: shipment_id, update, expected_version }
  return change(deps, inStore(request.caller), async (work) => {
    const moved = await updateShipment(work, target)
    check(moved)
    return moved
  })
}

function sendShipment({ base_url }: RouteDeps, shipment: Shipment, reply: FastifyReply) {
  reply.header('etag', etag(shipment.version))
  return { data: present(shipments, shipment, base_url) }
}

/** Returns the owner and parent of an order's shipments. Throws `not_found` if the caller may not read the order. */
async function parentOf(deps: RouteDeps, caller: Caller, order_id: string) {
  const owner = inStore(caller)
  const order = await readOrder(deps, caller, owner, order_id)
  return { owner, parents: { order_id: order.id } }
}

const shopper = { access: 'shopper', area: 'orders' } as const
const seller = { access: 'seller', area: 'orders' } as const
const tags = [shipments.tag]
const Uuid = Type.String({ format: 'uuid' })
const orderParams = Type.Object({ order_id: Uuid })
const params = Type.Object({ order_id: Uuid, shipment_id: Uuid })
const ShipmentResponse = Data(shipments.schemas.resource)
const { carrier, tracking_number, tracking_url } = shipments.attributes
const TextAttributes = {
  carrier: Type.Optional(carrier.schema),
  tracking_number: Type.Optional(tracking_number.schema),
  tracking_url: Type.Optional(tracking_url.schema),
}
const Units = (description: string) =>
  Type.Optional(Type.Array(RequestedUnits, { minItems: 1, maxItems: 1000, description }))
const type = ImpliedType('shipment')
const EMITS = 'Emits `order.updated`, preceded by `order.fulfilled` when the last shippable unit is shipped.'

const ShipmentCreate = Type.Object({
  type,
  ...TextAttributes,
  status: Type.Optional(Type.Enum(['pending', 'shipped'], { description: 'By default pending.' })),
  items: Units('By default all units that are in no shipment and not refunded.'),
})
const ShipmentUpdateBody = Type.Object({
  type,
  ...TextAttributes,
  status: Type.Optional(shipments.attributes.status.schema),
  items: Units('Replaces all units of the shipment.'),
})

const schemas = {
  list: {
    operationId: 'ListShipments',
    summary: 'List the shipments of an order',
    description: 'Shoppers see the shipments of the orders of their customer and of their session.',
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
    response: { 200: ShipmentResponse },
  },
  create: {
    operationId: 'CreateShipment',
    summary: 'Create a shipment',
    description: `Each ordered unit can be in one shipment. The status \`shipped\` requires a complete and paid order and deducts the units from stock. ${EMITS}`,
    tags,
    params: orderParams,
    headers: IdempotencyKey,
    body: Data(ShipmentCreate),
    response: { 201: ShipmentResponse, ...errorResponses(409) },
  },
  update: {
    operationId: 'UpdateShipment',
    summary: 'Update a shipment or its status',
    description: `Attributes that are not sent keep their values. Units can change only while it is pending. ${EMITS}`,
    tags,
    params,
    headers: IfMatch,
    body: Data(ShipmentUpdateBody),
    response: { 200: ShipmentResponse, ...errorResponses(409) },
  },
  cancel: {
    operationId: 'CancelShipment',
    summary: 'Cancel a pending shipment',
    description: 'Its units can be put into other shipments. Emits `order.updated`.',
    tags,
    params,
    headers: IfMatch,
    response: { 200: ShipmentResponse, ...errorResponses(409) },
  },
}
