import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { inStore } from '../../http/callers/caller.ts'
import { etag } from '../../http/envelope.ts'
import { give, IdempotencyKey, keyedRequest } from '../../http/idempotency.ts'
import { sendStream } from '../../http/send-stream.ts'
import type { Server } from '../../http/server.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { disposition } from '../files/rules/disposition.ts'
import { getOne } from '../kit/operations.ts'
import { present } from '../kit/resource.ts'
import {
  collectionOf,
  idIn,
  pathOf,
  pathOfOne,
  type RouteDeps,
  resourceRoutes,
  schemasOf,
  sentIn,
} from '../kit/routes.ts'
import { idempotent } from '../kit/sql/idempotency.ts'
import { type CouponBatch, couponBatches } from './coupons/coupon-batch.ts'
import { createCouponBatch } from './coupons/create-batch.ts'
import { selectCodes } from './store.ts'
import { promotionUsages } from './usage.ts'

export function routes(server: Server, deps: RouteDeps): void {
  resourceRoutes(server, deps, couponBatches)
  resourceRoutes(server, deps, promotionUsages)

  const create = { config: { access: 'seller' as const, area: 'promotions' as const }, schema: schemas.create }
  server.post(pathOf(couponBatches), create, async (request, reply) => {
    const { promotion_id = '' } = collectionOf(couponBatches, request).parents
    const response = await idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
      const batch = await createCouponBatch(work, promotion_id, sentIn(couponBatches, request))
      const data = present(couponBatches, batch, deps.base_url)
      const { self } = data.links as { self: string }
      return { status: 201, headers: { location: self, etag: etag(batch.version) }, body: { data } }
    })
    return give(reply, response)
  })

  const codes = { config: { access: 'seller' as const, area: 'promotions' as const }, schema: schemas.codes }
  server.get(`${pathOfOne(couponBatches)}/codes`, codes, async (request, reply) => {
    const collection = collectionOf(couponBatches, request)
    const batch = await getOne(deps, couponBatches, collection, idIn(couponBatches, request))
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': disposition('attachment', `coupon-codes-${batch.id}.txt`),
    }
    return sendStream(reply.headers(headers), linesOf(deps.db, batch))
  })
}

const CHUNK_CODES = 5000

/** Yields codes, one per line, in chunks, so that a batch is never in memory as a whole. */
async function* linesOf(db: Database, batch: CouponBatch): AsyncGenerator<string> {
  let after = lowestIdAt(0)
  for (;;) {
    const found = await selectCodes(db, batch, { after, limit: CHUNK_CODES })
    const last = found.at(-1)
    if (last === undefined) return
    yield found.map(({ code }) => `${code}\n`).join('')
    after = last.id
  }
}

const of = schemasOf(couponBatches)

const schemas = {
  create: {
    ...of.create,
    description: 'Creates all of its coupons, or none: each has a random code and the terms of the batch.',
    headers: IdempotencyKey,
  },
  codes: {
    operationId: 'GetCouponBatchCodes',
    summary: 'Get the codes of a coupon batch',
    description: 'One code per line, without those of deleted coupons.',
    tags: [couponBatches.tag],
    params: of.get.params,
    response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
  },
}
