import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../http/idempotency.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { idempotent } from '../kit/sql/idempotency.ts'
import { change } from '../kit/work.ts'
import { createInventory } from './create.ts'
import {
  InventoryCreate,
  InventoryProducts,
  InventoryResource,
  inventoryList,
  LOCATIONS,
  LocationResource,
  MultiLocation,
  presentInventory,
} from './inventory.ts'
import { readInventories, readInventory, readStockTransaction, readStockTransactions } from './read.ts'
import { removeInventory } from './remove.ts'
import {
  documentedStockTransaction,
  presentStockTransaction,
  StockTransactionCreate,
  StockTransactionResource,
  stockTransactionList,
} from './stock-transaction.ts'
import { listInventories } from './store.ts'
import { createStockTransaction } from './transact.ts'

const LIST = '/v2/inventories'
const ONE = `${LIST}/:product_id`
const LEDGER = `${ONE}/transactions`

export function routes(server: Server, deps: RouteDeps): void {
  inventoryRoutes(server, deps)
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

  server.get(
    `${LIST}/locations`,
    { config: { access: 'shopper', area: 'inventory' }, schema: schemas.locations },
    ({ caller }) => {
      inStore(caller)
      return { data: LOCATIONS }
    },
  )

  server.post(
    ONE,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.create },
    async (request, reply) =>
      sendOnce(deps, request, reply, async (work) => {
        const inventory = await createInventory(work, productIn(request), request.body.data.quantity)
        const data = presentInventory(inventory, deps.base_url, request.headers)
        return { status: 201, headers: { location: data.links.self, etag: etag(inventory.version) }, body: { data } }
      }),
  )

  server.delete(ONE, { config: { access: 'seller', area: 'inventory' }, schema: schemas.remove }, async (request) => {
    const id = productIn(request)
    const expected_version = ifMatch(request.headers['if-match'])
    await change(deps, inStore(request.caller), (work) => removeInventory(work, id, expected_version))
    return { data: { type: 'stock' as const, id } }
  })
}

function transactionRoutes(server: Server, deps: RouteDeps): void {
  server.get(
    LEDGER,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.listTransactions },
    async (request) => {
      const owner = inStore(request.caller)
      return sendList(deps, request, owner, {
        list: stockTransactionList,
        read: (page) => readStockTransactions(deps.db, owner.store_id, productIn(request), page),
        show: (row) => presentStockTransaction(row, deps.base_url),
      })
    },
  )

  const config = {
    access: 'seller',
    area: 'inventory',
    documented: { body: Data(documentedStockTransaction) },
  } as const
  server.post(LEDGER, { config, schema: schemas.createTransaction }, async (request, reply) =>
    sendOnce(deps, request, reply, async (work) => {
      const created = await createStockTransaction(work, productIn(request), request.body.data)
      const data = presentStockTransaction(created, deps.base_url)
      return { status: 201, headers: { location: data.links.self }, body: { data } }
    }),
  )

  const one = `${LEDGER}/:stock_transaction_id`
  server.get(
    one,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.getTransaction },
    async (request) => {
      const id = request.params.stock_transaction_id.toLowerCase()
      const row = await readStockTransaction(deps.db, inStore(request.caller).store_id, productIn(request), id)
      return { data: presentStockTransaction(row, deps.base_url) }
    },
  )
}

async function sendOnce(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  effect: Parameters<typeof idempotent>[3],
) {
  return give(reply, await idempotent(deps, inStore(request.caller), keyedRequest(request), effect))
}

function productIn({ params }: Pick<FastifyRequest, 'params'>): string {
  return (params as { product_id: string }).product_id.toLowerCase()
}

const ProductId = Type.String({ format: 'uuid', description: 'Id of the product.' })
const TransactionId = Type.String({ format: 'uuid', description: 'Id of the stock transaction.' })
const tags = ['Inventories']
const params = Type.Object({ product_id: ProductId })
const EMITS = 'Emits `stock-transaction.created`.'

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
  listTransactions: {
    operationId: 'ListStockTransactions',
    summary: 'List the stock transactions of a product',
    description: 'Also of a product that is no longer tracked.',
    tags,
    params,
    querystring: listQuerySchema(stockTransactionList),
    response: { 200: listSchema(StockTransactionResource) },
  },
  createTransaction: {
    operationId: 'CreateStockTransaction',
    summary: 'Change the stock of a product',
    description:
      'The response is a 409 if more units would be allocated than on hand. Units that are allocated to an order can only be ' +
      `deallocated by a transaction that names the order. ${EMITS}`,
    tags,
    params,
    headers: IdempotencyKey,
    body: Data(StockTransactionCreate),
    response: { 201: Data(StockTransactionResource), ...errorResponses(409) },
  },
  getTransaction: {
    operationId: 'GetStockTransaction',
    summary: 'Get a stock transaction',
    tags,
    params: Type.Object({ product_id: ProductId, stock_transaction_id: TransactionId }),
    response: { 200: Data(StockTransactionResource) },
  },
}
