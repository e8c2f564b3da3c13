import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { IdempotencyKey } from '../../http/idempotency.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { AppError } from '../../kernel/errors.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { change } from '../kit/work.ts'
import { createInventory } from './create.ts'
import {
  InventoryCreate,
  InventoryProducts,
  InventoryResource,
  inventoryList,
  MultiLocation,
  presentInventory,
} from './inventory.ts'
import {
  availableIn,
  findLocation,
  LOCATIONS,
  LocatedCreate,
  LocationResource,
  OTHER_LOCATION,
  StockUpdate,
} from './locations.ts'
import { readInventories, readInventory } from './read.ts'
import { removeInventory } from './remove.ts'
import { EMITS, params, productIn, sendOnce, tags } from './requests.ts'
import { listInventories } from './store.ts'
import { transactionRoutes } from './transaction-routes.ts'
import { updateInventory } from './update.ts'

const LIST = '/v2/inventories'
const ONE = `${LIST}/:product_id`
const LOCATIONS_LIST = `${LIST}/locations`

export function routes(server: Server, deps: RouteDeps): void {
  inventoryRoutes(server, deps)
  writeRoutes(server, deps)
  locationRoutes(server)
  transactionRoutes(server, deps)
}

function inventoryRoutes(server: Server, deps: RouteDeps): void {
  server.get(
    LIST,
    { config: { access: 'shopper', area: 'inventory', compressed: true }, schema: schemas.list },
    async (request) => {
      const owner = inStore(request.caller)
      return sendList(deps, request, owner, {
        list: inventoryList,
        read: (page) => listInventories(deps.db, owner.store_id, page),
        show: (row) => presentInventory(row, deps.base_url, request.headers),
      })
    },
  )

  server.post(
    `${LIST}/multiple`,
    { config: { access: 'shopper', permission: 'inventory:read' }, schema: schemas.getMany },
    async (request) => {
      const product_ids = request.body.data.map(({ id }) => id.toLowerCase())
      const { inventories, not_found } = await readInventories(deps.db, inStore(request.caller).store_id, product_ids)
      const data = inventories.map((row) => presentInventory(row, deps.base_url, request.headers))
      return { data, meta: { not_found } }
    },
  )

  server.get(ONE, { config: { access: 'shopper', area: 'inventory' }, schema: schemas.get }, async (request, reply) => {
    const inventory = await readInventory(deps.db, inStore(request.caller).store_id, productIn(request))
    reply.header('etag', etag(inventory.version))
    return { data: presentInventory(inventory, deps.base_url, request.headers) }
  })
}

function writeRoutes(server: Server, deps: RouteDeps): void {
  server.post(
    ONE,
    { config: { access: 'seller', area: 'inventory', reports_unknown: true }, schema: schemas.create },
    async (request, reply) =>
      sendOnce(deps, request, reply, async (work) => {
        const inventory = await createInventory(work, productIn(request), request.body.data.quantity)
        const data = presentInventory(inventory, deps.base_url, request.headers)
        return { status: 201, headers: { location: data.links.self, etag: etag(inventory.version) }, body: { data } }
      }),
  )

  server.post(
    LIST,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.createLocated },
    async (request, reply) =>
      sendOnce(deps, request, reply, async (work) => {
        const { id, attributes } = request.body.data
        const inventory = await createInventory(work, id.toLowerCase(), availableIn({ attributes }) ?? 0)
        const data = presentInventory(inventory, deps.base_url, request.headers)
        return { status: 201, headers: { location: data.links.self, etag: etag(inventory.version) }, body: { data } }
      }),
  )

  server.put(
    ONE,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.update },
    async (request, reply) => {
      const id = productIn(request)
      const expected_version = ifMatch(request.headers['if-match'])
      const update = { sent: request.body.data, expected_version }
      const inventory = await change(deps, inStore(request.caller), (work) => updateInventory(work, id, update))
      reply.header('etag', etag(inventory.version))
      return { data: presentInventory(inventory, deps.base_url, request.headers) }
    },
  )

  server.delete(ONE, { config: { access: 'seller', area: 'inventory' }, schema: schemas.remove }, async (request) => {
    const id = productIn(request)
    const expected_version = ifMatch(request.headers['if-match'])
    await change(deps, inStore(request.caller), (work) => removeInventory(work, id, expected_version))
    return { data: { type: 'stock' as const, id } }
  })
}

function locationRoutes(server: Server): void {
  const config = { access: 'shopper', area: 'inventory' } as const
  server.get(LOCATIONS_LIST, { config, schema: schemas.locations }, ({ caller }) => {
    inStore(caller)
    return { data: LOCATIONS }
  })

  server.get(`${LOCATIONS_LIST}/:location`, { config, schema: schemas.location }, ({ caller, params }) => {
    inStore(caller)
    return { data: findLocation(params.location) }
  })

  server.post(LOCATIONS_LIST, { config: { access: 'seller', area: 'inventory' }, schema: { hide: true } }, () => {
    throw new AppError('forbidden', [{ detail: `Locations are built in. The location of stock ${OTHER_LOCATION}.` }])
  })
}

const InventoriesEnvelope = Type.Object({
  data: Type.Array(InventoryResource),
  meta: Type.Object({
    not_found: Type.Array(Type.String({ format: 'uuid' }), { description: 'Ids of products without an inventory.' }),
  }),
})

const schemas = {
  list: {
    operationId: 'ListInventories',
    summary: 'List inventories',
    description: 'Products without an inventory are not tracked and can always be sold.',
    tags,
    headers: MultiLocation,
    querystring: listQuerySchema(inventoryList),
    response: { 200: listSchema(InventoryResource) },
  },
  get: {
    operationId: 'GetInventory',
    summary: 'Get the inventory of a product',
    tags,
    params,
    headers: MultiLocation,
    response: { 200: Data(InventoryResource) },
  },
  locations: {
    operationId: 'ListInventoryLocations',
    summary: 'List the locations of stock',
    description: 'A store has one.',
    tags,
    response: { 200: Type.Object({ data: Type.Array(LocationResource) }) },
  },
  location: {
    operationId: 'GetInventoryLocation',
    summary: 'Get a location of stock',
    tags,
    params: Type.Object({ location: Type.String({ description: 'Its id or slug.' }) }),
    response: { 200: Data(LocationResource) },
  },
  createLocated: {
    operationId: 'CreateLocatedInventory',
    summary: 'Create an inventory with its location',
    description: EMITS,
    tags,
    headers: Type.Object({ ...IdempotencyKey.properties, ...MultiLocation.properties }),
    body: Data(LocatedCreate),
    response: { 201: Data(InventoryResource), ...errorResponses(409) },
  },
  update: {
    operationId: 'UpdateInventory',
    summary: 'Change the available units of a product',
    description: `Allocated units stay allocated. ${EMITS}`,
    tags,
    params,
    headers: Type.Object({ ...IfMatch.properties, ...MultiLocation.properties }),
    body: Data(StockUpdate),
    response: { 200: Data(InventoryResource), ...errorResponses(409) },
  },
  getMany: {
    operationId: 'GetInventories',
    summary: 'Get the inventories of up to 100 products',
    description: 'In the order of the request. Products without an inventory are named in `meta.not_found`.',
    tags,
    headers: MultiLocation,
    body: Data(InventoryProducts),
    response: { 200: InventoriesEnvelope },
  },
  create: {
    operationId: 'CreateInventory',
    summary: 'Create the inventory of a product',
    description: `From then on, only available units of the product can be sold. ${EMITS}`,
    tags,
    params,
    headers: IdempotencyKey,
    body: Data(InventoryCreate),
    response: { 201: Data(InventoryResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'DeleteInventory',
    summary: 'Delete the inventory of a product',
    description:
      'The product is no longer tracked and can always be sold. Its stock transactions are kept. The response is a 409 while units are allocated.',
    tags,
    params,
    headers: IfMatch,
    response: {
      200: Data(Type.Object({ type: Type.Literal('stock'), id: Type.String({ format: 'uuid' }) })),
      ...errorResponses(409),
    },
  },
}
