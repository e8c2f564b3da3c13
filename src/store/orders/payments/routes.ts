import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Caller, inStore } from '../../../http/caller.ts'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import { listSchema } from '../../../http/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists.ts'
import type { Server } from '../../../http/server.ts'
import { SandboxOptions } from '../../gateways/decide.ts'
import { idempotent } from '../../kit/idempotency.ts'
import { addressOfRow, present } from '../../kit/resource.ts'
import { answerList, type RouteDeps } from '../../kit/routes.ts'
import { getOne, listSome } from '../../kit/verbs.ts'
import type { Work } from '../../kit/work.ts'
import { readOrder } from '../read.ts'
import { AskedUnits } from '../units.ts'
import { capture, findEntry } from './capture.ts'
import { type Charged, decideLate } from './charge.ts'
import { type Payment, payOrder } from './pay.ts'
import { refund } from './refund.ts'
import { openBooks } from './settle.ts'
import { transactions } from './transaction.ts'
import { voidAuthorization } from './void.ts'

const ORDER = '/v2/orders/:order_id'
const LEDGER = `${ORDER}/transactions`
const ONE = `${LEDGER}/:transaction_id`

/** The money of an order. */
export function routes(server: Server, deps: RouteDeps): void {
  readingRoutes(server, deps)

  server.post(`${ORDER}/payments`, { config: shopper, schema: schemas.pay }, async (request, reply) => {
    const { order_id } = request.params
    const { caller } = request
    await readOrder(deps, caller, inStore(caller), order_id)
    const payment = { ...request.body.data, payer: caller.role } as Payment
    return give(reply, await once(deps, request, 201, (work) => payOrder(work, order_id, payment)))
  })

  server.post(`${ONE}/capture`, { config: seller, schema: schemas.capture }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const part = request.body?.data ?? {}
    return give(reply, await once(deps, request, 201, (work) => capture(work, order_id, transaction_id, part)))
  })

  server.post(`${ONE}/refund`, { config: seller, schema: schemas.refund }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const asked = request.body?.data ?? {}
    return give(reply, await once(deps, request, 201, (work) => refund(work, order_id, transaction_id, asked)))
  })

  server.post(`${ONE}/cancel`, { config: seller, schema: schemas.cancel }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    return give(reply, await once(deps, request, 200, (work) => voidAuthorization(work, order_id, transaction_id)))
  })

  server.post(`${ONE}/confirm`, { config: seller, schema: schemas.confirm }, async (request, reply) => {
    const { order_id, transaction_id } = request.params
    const { outcome } = request.body.data
    const confirm = async (work: Work) => {
      const books = await openBooks(work, order_id)
      return decideLate(work, books, findEntry(books, transaction_id), outcome)
    }
    return give(reply, await once(deps, request, 200, confirm))
  })
}

function readingRoutes(server: Server, deps: RouteDeps): void {
  const { base_url } = deps

  server.get(LEDGER, { config: shopper, schema: schemas.list }, async (request) => {
    const place = await placeOf(deps, request.caller, request.params.order_id)
    return answerList(deps, request, place.owner, {
      list: transactions.list,
      read: (asked) => listSome(deps, transactions, place, asked),
      show: (row) => present(transactions, row, base_url),
    })
  })

  server.get(ONE, { config: shopper, schema: schemas.get }, async ({ params, caller }) => {
    const place = await placeOf(deps, caller, params.order_id)
    const row = await getOne(deps, transactions, place, params.transaction_id.toLowerCase())
    return { data: present(transactions, row, base_url) }
  })
}

/** Below an order that the caller may see. Throws `not_found`. */
async function placeOf(deps: RouteDeps, caller: Caller, order_id: string) {
  const owner = inStore(caller)
  const order = await readOrder(deps, caller, owner, order_id)
  return { owner, parents: { order_id: order.id } }
}

/** Money moves once for each idempotency key; the answer is the transaction. */
function once(deps: RouteDeps, request: FastifyRequest, status: number, move: (work: Work) => Promise<Charged>) {
  return idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
    const { transaction } = await move(work)
    const location = addressOfRow(transactions, transaction, deps.base_url)
    return { status, body: { data: present(transactions, transaction, deps.base_url) }, headers: { location } }
  })
}

const shopper = { access: 'shopper' } as const
const seller = { access: 'seller' } as const
const tags = ['Transactions']
const Uuid = Type.String({ format: 'uuid' })
const orderParams = Type.Object({ order_id: Uuid })
const params = Type.Object({ order_id: Uuid, transaction_id: Uuid })
const Amount = Type.Integer({ minimum: 1, description: 'Minor units; without it, all there is.' })
const Part = Type.Object({ amount: Type.Optional(Amount), options: Type.Optional(SandboxOptions) })
// Nothing in the body is all there is.
const PartBody = Type.Union([Data(Part), Type.Null()])
const Units = Type.Array(AskedUnits, {
  minItems: 1,
  maxItems: 1000,
  description: 'In place of `amount`: the units that are refunded, for what they cost after discounts, with tax.',
})
const RefundBody = Type.Union([Data(Type.Object({ ...Part.properties, items: Type.Optional(Units) })), Type.Null()])
const Answer = Data(transactions.schemas.resource)
const moving = { tags, headers: IdempotencyKey }
const DECLINED = 'A gateway that declines makes a transaction with the status `failed`, and changes nothing else.'

const schemas = {
  list: {
    operationId: 'ListTransactions',
    summary: 'List the transactions of an order',
    tags,
    params: orderParams,
    querystring: listQuerySchema(transactions.list),
    response: { 200: listSchema(transactions.schemas.resource) },
  },
  get: {
    operationId: 'GetTransaction',
    summary: 'Get a transaction',
    tags,
    params,
    response: { 200: Answer },
  },
  pay: {
    ...moving,
    operationId: 'PayOrder',
    summary: 'Pay an order, or authorize its payment',
    description: `A shopper pays what it bought; its purchase by \`manual\` is an authorization, which waits for the seller to capture it. ${DECLINED} Fires \`transaction.created\`, \`order.authorized\` or \`order.paid\`, and \`order.updated\`.`,
    params: orderParams,
    body: Data(
      Type.Object({
        gateway: Type.String({ minLength: 1, maxLength: 64, examples: ['manual', 'sandbox'] }),
        method: Type.Enum(['authorize', 'purchase']),
        amount: Type.Optional(Amount),
        options: Type.Optional(SandboxOptions),
      }),
    ),
    response: { 201: Answer, ...errorResponses(409) },
  },
  capture: {
    ...moving,
    operationId: 'CaptureTransaction',
    summary: 'Take money that was authorized',
    description: `${DECLINED} Fires \`transaction.updated\`, \`transaction.created\`, \`order.paid\` when it is paid now, and \`order.updated\`.`,
    params,
    body: PartBody,
    response: { 201: Answer, ...errorResponses(409) },
  },
  refund: {
    ...moving,
    operationId: 'RefundTransaction',
    summary: 'Give money back',
    description: `Of a purchase, a capture, or the one capture of an authorization; an amount, or what units of its items cost. ${DECLINED} Fires \`transaction.updated\`, \`transaction.created\`, \`order.refunded\` and \`order.updated\`.`,
    params,
    body: RefundBody,
    response: { 201: Answer, ...errorResponses(409) },
  },
  cancel: {
    ...moving,
    operationId: 'CancelTransaction',
    summary: 'Give up an authorization',
    description:
      'One of which nothing was captured. Fires `transaction.updated`, and `order.updated` when that changes it.',
    params,
    response: { 200: Answer, ...errorResponses(409) },
  },
  confirm: {
    ...moving,
    operationId: 'ConfirmTransaction',
    summary: 'Tell what a gateway has decided',
    description: 'About a pending transaction; one that is decided stays as it is.',
    params,
    body: Data(Type.Object({ outcome: Type.Enum(['complete', 'failed']) })),
    response: { 200: Answer, ...errorResponses(409) },
  },
}
