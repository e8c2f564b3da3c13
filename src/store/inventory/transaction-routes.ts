import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { IdempotencyKey } from '../../http/idempotency.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { isLocated, MultiLocation } from './inventory.ts'
import { readStockTransaction, readStockTransactions } from './read.ts'
import { EMITS, ProductId, params, productIn, sendOnce, tags } from './requests.ts'
import {
  documentedStockTransaction,
  LocatedTransactionCreate,
  presentLocated,
  presentStockTransaction,
  StockTransactionCreate,
  StockTransactionResource,
  type StockTransactionRow,
  stockTransactionList,
} from './stock-transaction.ts'
import { transact } from './transact.ts'

const LEDGER = '/v2/inventories/:product_id/transactions'

export function transactionRoutes(server: Server, deps: RouteDeps): void {
  server.get(
    LEDGER,
    { config: { access: 'seller', area: 'inventory' }, schema: schemas.listTransactions },
    async (request) => {
      const owner = inStore(request.caller)
      return sendList(deps, request, owner, {
        list: stockTransactionList,
        read: (page) => readStockTransactions(deps.db, owner.store_id, productIn(request), page),
        show: (row) => shownTransaction(deps, request, row),
      })
    },
  )

  const config = {
    access: 'seller',
    area: 'inventory',
    reports_unknown: true,
    documented: { body: Data(Type.Union([documentedStockTransaction, LocatedTransactionCreate])) },
  } as const
  server.post(LEDGER, { config, schema: schemas.createTransaction }, async (request, reply) =>
    sendOnce(deps, request, reply, async (work) => {
      const created = await transact(work, productIn(request), request.body.data)
      const data = shownTransaction(deps, request, created)
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
      return { data: shownTransaction(deps, request, row) }
    },
  )
}

function shownTransaction(
  { base_url }: RouteDeps,
  { headers }: Pick<FastifyRequest, 'headers'>,
  row: Omit<StockTransactionRow, 'owner_id'>,
) {
  return isLocated(headers) ? presentLocated(row, base_url) : presentStockTransaction(row, base_url)
}

const TransactionId = Type.String({ format: 'uuid', description: 'Id of the stock transaction.' })

const schemas = {
  listTransactions: {
    operationId: 'ListStockTransactions',
    summary: 'List the stock transactions of a product',
    description: 'Also for products that are no longer tracked.',
    tags,
    params,
    headers: MultiLocation,
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
    headers: Type.Object({ ...IdempotencyKey.properties, ...MultiLocation.properties }),
    body: Data(Type.Union([StockTransactionCreate, LocatedTransactionCreate])),
    response: { 201: Data(StockTransactionResource), ...errorResponses(409) },
  },
  getTransaction: {
    operationId: 'GetStockTransaction',
    summary: 'Get a stock transaction',
    tags,
    params: Type.Object({ product_id: ProductId, stock_transaction_id: TransactionId }),
    headers: MultiLocation,
    response: { 200: Data(StockTransactionResource) },
  },
}
