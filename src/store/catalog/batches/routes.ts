import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import type { Server } from '../../../http/server.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { type BatchUpdate, MAX_BATCH, updateBatch } from '../../kit/batch.ts'
import { getOne } from '../../kit/operations.ts'
import { type AnyResource, present } from '../../kit/resource.ts'
import { collectionOf, pathOf, type RouteDeps } from '../../kit/routes.ts'
import { idempotent } from '../../kit/sql/idempotency.ts'
import type { Work } from '../../kit/work.ts'
import { pricebooks } from '../pricebook.ts'
import { products } from '../product.ts'
import { productPrices } from '../product-price.ts'
import { namePrices } from './name-prices.ts'

export function batchRoutes(server: Server, deps: RouteDeps): void {
  const config = { access: 'seller', area: 'catalog' } as const

  server.put(
    pathOf(products),
    { config: { ...config, reports_unknown: true }, schema: schemas.products },
    async (request, reply) => {
      const updates = sentIn(request).map(({ id = '', sent }) => ({ id: id.toLowerCase(), sent }))
      return give(reply, await updateOnce(deps, request, products, async () => updates))
    },
  )

  server.put(pathOf(productPrices), { config, schema: schemas.prices }, async (request, reply) => {
    const { owner, parents } = collectionOf(productPrices, request)
    const { pricebook_id = '' } = parents
    const named = sentIn(request)
    const response = await updateOnce(deps, request, productPrices, async (work) => {
      await getOne({ db: work.tx }, pricebooks, { owner, parents: {} }, pricebook_id)
      return namePrices(work, { owner_id: ownerId(owner), pricebook_id }, named)
    })
    return give(reply, response)
  })
}

type Named = (work: Work) => Promise<BatchUpdate[]>

function updateOnce(deps: RouteDeps, request: FastifyRequest, resource: AnyResource, named: Named) {
  const collection = collectionOf(resource, request)
  return idempotent(deps, collection.owner, keyedRequest(request), async (work) => {
    const rows = await updateBatch(work, resource, collection, await named(work))
    return { status: 200, body: { data: rows.map((row) => present(resource, row, deps.base_url)) } }
  })
}

type Item = { id?: string; attributes?: Record<string, unknown>; relationships?: unknown }

function sentIn({ body }: FastifyRequest): { id?: string; sent: Record<string, unknown> }[] {
  return (body as { data: readonly Item[] }).data.map(({ id, attributes, relationships }) => ({
    ...(id !== undefined && { id }),
    sent: { ...attributes, ...(relationships !== undefined && { relationships }) },
  }))
}

function schemaOf({ tag, schemas }: AnyResource, id: object) {
  const item = Type.Object({ ...(schemas.update as TObject).properties, ...id })
  const data = Type.Array(item, { minItems: 1, maxItems: MAX_BATCH })
  return {
    tags: [tag],
    headers: IdempotencyKey,
    body: Type.Object({ data }),
    response: { 200: Type.Object({ data: Type.Array(schemas.resource) }), ...errorResponses(409) },
  }
}

const ALL_OR_NONE = `At most ${MAX_BATCH}, in one transaction: all or none. Attributes left out keep their values. The pointer of an error has the index, such as`

const schemas = {
  products: {
    operationId: 'UpdateProducts',
    summary: 'Update several products',
    description: `${ALL_OR_NONE} \`/data/3/attributes/sku\`.`,
    ...schemaOf(products, { id: Type.String({ format: 'uuid', description: 'Id of the product.' }) }),
  },
  prices: {
    operationId: 'UpdateProductPrices',
    summary: 'Update several prices of a price book',
    description: `${ALL_OR_NONE} \`/data/3/attributes/currencies\`. A price is named by its id, or else by its sku, with its \`valid_from\` if the sku has several prices.`,
    ...schemaOf(productPrices, {
      id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Id of the price. By default the price of the sku.' }),
      ),
    }),
    params: Type.Object({ pricebook_id: Type.String({ format: 'uuid', description: 'Id of the price book.' }) }),
  },
}
