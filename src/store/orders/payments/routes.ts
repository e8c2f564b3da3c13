import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { REFUND_REASONS } from '../../../event-types/resources/transaction.ts'
import { type Caller, inStore } from '../../../http/callers/caller.ts'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import { listSchema } from '../../../http/lists/list-envelope.ts'
import { includes, listQuerySchema, oneOrMoreStrings } from '../../../http/lists/lists.ts'
import type { Server } from '../../../http/server.ts'
import { SandboxOptions } from '../../gateways/decide.ts'
import { listSome } from '../../kit/operations.ts'
import { addressOfRow, present } from '../../kit/resource.ts'
import { type RouteDeps, sendList } from '../../kit/routes.ts'
import { idempotent } from '../../kit/sql/idempotency.ts'
import { selectRows } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import { withAllowed } from '../allowed-actions.ts'
import type { Order } from '../order.ts'
import { readOrder } from '../read.ts'
import { allowedOnTransaction } from '../rules/allowed.ts'
import { UnitsToRefund } from '../units.ts'
import { capture, findEntry } from './capture.ts'
import { type Charged, decideLate } from './charge.ts'
import { type Payment, payOrder } from './pay.ts'
import { previewRefund, RefundPreview } from './preview-refund.ts'
import { refund } from './refund.ts'
import { lockLedger } from './settle.ts'
import { PaymentMethodMeta, type Transaction, transactions } from './transaction.ts'
import { voidAuthorization } from './void.ts'

const ORDER = '/v2/orders/:order_id'
const LEDGER = `${ORDER}/transactions`
const ONE = `${LEDGER}/:transaction_id`

export function routes(server: Server, deps: RouteDeps): void {
  readingRoutes(server, deps)

  server.post(`${ORDER}/payments`, { config: shopper, schema: schemas.pay }, async (request, reply) => {
    const { order_id } = request.params
    const { caller } = request
    await readOrder(deps, caller, inStore(caller), order_id)
    const payment = { ...request.body.data, payer: caller.role } as Payment
    return give(reply, await chargeOnce(deps, request, 201, (work) => payOrder(work, order_id, payment)))
  })

  server.post(`${ONE}/capture`, { config: part, schema: schemas.capture }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const values = request.body?.data ?? {}
    return give(reply, await chargeOnce(deps, request, 201, (work) => capture(work, order_id, transaction_id, values)))
  })

  server.post(`${ONE}/refund`, { config: part, schema: schemas.refund }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const values = request.body?.data ?? {}
    return give(reply, await chargeOnce(deps, request, 201, (work) => refund(work, order_id, transaction_id, values)))
  })

  server.post(
    `${ONE}/refund/preview`,
    { config: { ...part, permission: 'orders:read' }, schema: schemas.previewRefund },
    async ({ params, body, caller }) => {
      const order = await readOrder(deps, caller, inStore(caller), params.order_id)
      return { data: await previewRefund(deps, order, params.transaction_id, body?.data ?? {}) }
    },
  )

  server.post(`${ONE}/cancel`, { config: seller, schema: schemas.cancel }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    return give(
      reply,
      await chargeOnce(deps, request, 200, (work) => voidAuthorization(work, order_id, transaction_id)),
    )
  })

  server.post(`${ONE}/confirm`, { config: seller, schema: schemas.confirm }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const { outcome } = request.body.data
    const confirm = async (work: Work) => {
      const ledger = await lockLedger(work, order_id)
      return decideLate(work, ledger, findEntry(ledger.entries, transaction_id), outcome)
    }
    return give(reply, await chargeOnce(deps, request, 200, confirm))
  })
}

function readingRoutes(server: Server, deps: RouteDeps): void {
  const { base_url } = deps

  server.get(LEDGER, { config: shopper, schema: schemas.list }, async (request) => {
    const { caller, params, query } = request
    const parent = await parentOf(deps, caller, params.order_id)
    const hasAllowed = caller.role === 'seller' && includes(query.include, 'allowed')
    const entries = hasAllowed ? await ledgerEntries(deps, parent.order) : null
    return sendList(deps, request, parent.owner, {
      list: transactions.list,
      read: (page) => listSome(deps, transactions, parent, page),
      show: (row) => show(row, parent.order, entries, base_url),
    })
  })

  server.get(ONE, { config: shopper, schema: schemas.get }, async ({ params, caller }) => {
    const { order } = await parentOf(deps, caller, params.order_id)
    const entries = await ledgerEntries(deps, order)
    const row = findEntry(entries, params.transaction_id)
    return { data: show(row, order, caller.role === 'seller' ? entries : null, base_url) }
  })
}

/** All transactions of an order, because the actions allowed on one transaction depend on the others. */
function ledgerEntries({ db }: RouteDeps, { owner_id, id }: Order): Promise<Transaction[]> {
  return selectRows(db, transactions, { owner_id, order_id: id })
}

function show(row: Transaction, order: Order, entries: readonly Transaction[] | null, base_url: string) {
  const shown = present(transactions, row, base_url)
  return entries === null ? shown : withAllowed(shown, allowedOnTransaction(order, entries, row))
}

/** Returns the order whose transactions the caller may read, with its owner. Throws `not_found`. */
async function parentOf(deps: RouteDeps, caller: Caller, order_id: string) {
  const owner = inStore(caller)
  const order = await readOrder(deps, caller, owner, order_id)
  return { owner, order, parents: { order_id: order.id } }
}

/** Charges once per idempotency key. The response contains the transaction. */
function chargeOnce(deps: RouteDeps, request: FastifyRequest, status: number, run: (work: Work) => Promise<Charged>) {
  return idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
    const { transaction } = await run(work)
    const location = addressOfRow(transactions, transaction, deps.base_url)
    return { status, body: { data: present(transactions, transaction, deps.base_url) }, headers: { location } }
  })
}

const shopper = { access: 'shopper', area: 'orders' } as const
const seller = { access: 'seller', area: 'orders' } as const
const part = { ...seller, optional_body: true } as const
const tags = ['Transactions']
const Uuid = Type.String({ format: 'uuid' })
const orderParams = Type.Object({ order_id: Uuid })
const params = Type.Object({ order_id: Uuid, transaction_id: Uuid })
const Amount = Type.Integer({ minimum: 1, description: 'In minor units; the whole remaining amount by default.' })
const Part = Type.Object({ amount: Type.Optional(Amount), options: Type.Optional(SandboxOptions) })
// The body and `data` are optional: the default is the whole remaining amount.
const PartBody = Type.Union([Type.Partial(Data(Part)), Type.Null()])
const Units = Type.Array(UnitsToRefund, {
  minItems: 1,
  maxItems: 1000,
  description: 'Instead of `amount`: the units to refund, at their price after discounts, with tax.',
})
const Refund = Type.Object({
  ...Part.properties,
  items: Type.Optional(Units),
  restock: Type.Optional(
    Type.Boolean({
      description:
        'Adds the shipped units among `items` to stock: they came back. The others return to stock in any case.',
    }),
  ),
  reason: Type.Optional(Type.Enum([...REFUND_REASONS], { title: 'RefundReason', description: 'Why it is refunded.' })),
})
const RefundBody = Type.Union([Type.Partial(Data(Refund)), Type.Null()])
const TransactionResponse = Data(transactions.schemas.resource)
const common = { tags, headers: IdempotencyKey }
const TOKEN = 'Only a payment provider takes it: record the result of the provider with the gateway `manual`.'
const DECLINED = 'A declined charge is a transaction with the status `failed` and has no other effect.'

const schemas = {
  list: {
    operationId: 'ListTransactions',
    summary: 'List the transactions of an order',
    tags,
    params: orderParams,
    querystring: Type.Object({
      ...listQuerySchema(transactions.list).properties,
      include: Type.Optional(
        oneOrMoreStrings({
          description: '`allowed`: each transaction has `meta.allowed`, for sellers. Other words are ignored.',
        }),
      ),
    }),
    response: { 200: listSchema(transactions.schemas.resource) },
  },
  get: {
    operationId: 'GetTransaction',
    summary: 'Get a transaction',
    tags,
    params,
    response: { 200: TransactionResponse },
  },
  pay: {
    ...common,
    operationId: 'PayOrder',
    summary: 'Pay for an order, or authorize its payment',
    description: `A shopper can pay for its own orders. A \`manual\` payment by a shopper is an authorization until a seller captures it. ${DECLINED} Emits \`transaction.created\`, \`order.authorized\` or \`order.paid\`, and \`order.updated\`.`,
    params: orderParams,
    body: Data(
      Type.Object(
        {
          gateway: Type.String({ minLength: 1, maxLength: 64, examples: ['manual', 'sandbox'] }),
          method: Type.Enum(['authorize', 'purchase']),
          amount: Type.Optional(Amount),
          options: Type.Optional(SandboxOptions),
          paymentmethod_meta: Type.Optional(PaymentMethodMeta),
        },
        { 'x-refused': { payment: TOKEN, data: TOKEN, meta: TOKEN, payment_method_types: TOKEN } },
      ),
    ),
    response: { 201: TransactionResponse, ...errorResponses(409) },
  },
  capture: {
    ...common,
    operationId: 'CaptureTransaction',
    summary: 'Capture an authorization',
    description: `${DECLINED} Emits \`transaction.updated\`, \`transaction.created\`, \`order.paid\` if the order is now paid, and \`order.updated\`.`,
    params,
    body: PartBody,
    response: { 201: TransactionResponse, ...errorResponses(409) },
  },
  refund: {
    ...common,
    operationId: 'RefundTransaction',
    summary: 'Refund a payment',
    description: `Refunds an amount, or units of items, of a purchase, a capture, or the only capture of an authorization. Units that were not shipped are not shipped any more and return to stock. When none are left to ship, the order is fulfilled, or cancelled if all of its units were refunded before shipping. ${DECLINED} Emits \`transaction.updated\`, \`transaction.created\`, \`order.refunded\`, \`order.fulfilled\` or \`order.cancelled\` if that is so, and \`order.updated\`.`,
    params,
    body: RefundBody,
    response: { 201: TransactionResponse, ...errorResponses(409) },
  },
  previewRefund: {
    operationId: 'PreviewRefund',
    summary: 'Compute the amounts of a refund',
    description: 'By the rules of `RefundTransaction`, with the same body and the same errors. Changes nothing.',
    tags,
    params,
    body: RefundBody,
    response: { 200: Data(RefundPreview), ...errorResponses(409) },
  },
  cancel: {
    ...common,
    operationId: 'CancelTransaction',
    summary: 'Void an authorization',
    description:
      'Only possible while nothing of it was captured. Emits `transaction.updated`, and `order.updated` if the order changes.',
    params,
    response: { 200: TransactionResponse, ...errorResponses(409) },
  },
  confirm: {
    ...common,
    operationId: 'ConfirmTransaction',
    summary: 'Report the decision of a gateway',
    description: 'For a pending transaction. Has no effect on any other.',
    params,
    body: Data(Type.Object({ outcome: Type.Enum(['complete', 'failed']) })),
    response: { 200: TransactionResponse, ...errorResponses(409) },
  },
}
