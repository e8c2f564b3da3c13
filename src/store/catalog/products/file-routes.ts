import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import type { Server } from '../../../http/server.ts'
import { collectionOf, type RouteDeps } from '../../kit/routes.ts'
import { products } from '../product.ts'
import { changeFiles, changeMainImage, type ListChange, type ProductRef, readFilesOf } from './change-files.ts'
import { FileList, imageIn, MainImage, type ProductFiles, relatedFiles, ShownFiles, ShownImage } from './files.ts'

const seller = { access: 'seller', area: 'catalog', reports_unknown: true } as const
const PRODUCT = '/v2/products/:product_id'
const FILES = `${PRODUCT}/relationships/files`
const MAIN_IMAGE = `${PRODUCT}/relationships/main_image`

export function fileRoutes(server: Server, deps: RouteDeps): void {
  const changed = async (request: FastifyRequest, file_change: ListChange) =>
    filesShown(await changeFiles(deps, productRef(request), file_change))

  server.get(FILES, { config: seller, schema: schemas.listFiles }, async (request) =>
    filesShown(await readFilesOf(deps, productRef(request))),
  )
  server.post(FILES, { config: seller, schema: schemas.addFiles }, async (request, reply) => {
    reply.code(201)
    return changed(request, { how: 'add', data: request.body.data })
  })
  server.put(FILES, { config: seller, schema: schemas.setFiles }, async (request) =>
    changed(request, { how: 'set', data: request.body.data }),
  )
  server.delete(FILES, { config: seller, schema: schemas.removeFiles }, async (request) =>
    changed(request, { how: 'remove', data: request.body.data }),
  )
  mainImageRoutes(server, deps)
}

function mainImageRoutes(server: Server, deps: RouteDeps): void {
  const changed = async (request: FastifyRequest, id: string | null) =>
    imageShown(await changeMainImage(deps, productRef(request), id))

  server.get(MAIN_IMAGE, { config: seller, schema: schemas.getImage }, async (request) =>
    imageShown(await readFilesOf(deps, productRef(request))),
  )
  server.post(MAIN_IMAGE, { config: seller, schema: schemas.addImage }, async (request, reply) => {
    reply.code(201)
    return changed(request, imageIn(request.body.data))
  })
  server.put(MAIN_IMAGE, { config: seller, schema: schemas.setImage }, async (request) =>
    changed(request, imageIn(request.body.data)),
  )
  server.delete(MAIN_IMAGE, { config: seller, schema: schemas.clearImage }, async (request) => changed(request, null))
}

export function productRef(request: FastifyRequest): ProductRef {
  const { product_id } = request.params as { product_id: string }
  return { ...collectionOf(products, request), product_id: product_id.toLowerCase() }
}

const filesShown = (product: ProductFiles) => relatedFiles(product).files
const imageShown = (product: ProductFiles) => relatedFiles(product).main_image

export const ProductParameter = Type.Object({
  product_id: Type.String({ format: 'uuid', description: 'Id of the product.' }),
})
const shared = { tags: ['Files of products'], params: ProductParameter }

const schemas = {
  listFiles: {
    operationId: 'ListProductFileRelationships',
    summary: 'List the ids of the files of a product',
    ...shared,
    response: { 200: ShownFiles },
  },
  addFiles: {
    operationId: 'AddProductFiles',
    summary: 'Add files to a product',
    description: 'They follow the files that it has; has no effect on files that it has already.',
    ...shared,
    body: Data(FileList),
    response: { 201: ShownFiles },
  },
  setFiles: {
    operationId: 'SetProductFiles',
    summary: 'Replace the files of a product',
    description: 'An empty list removes all of them.',
    ...shared,
    body: Data(FileList),
    response: { 200: ShownFiles },
  },
  removeFiles: {
    operationId: 'RemoveProductFiles',
    summary: 'Remove files from a product',
    description: 'The files themselves stay.',
    ...shared,
    body: Data(FileList),
    response: { 200: ShownFiles },
  },
  getImage: {
    operationId: 'GetProductMainImage',
    summary: 'Get the id of the main image of a product',
    ...shared,
    response: { 200: ShownImage },
  },
  addImage: {
    operationId: 'AddProductMainImage',
    summary: 'Set the main image of a product that has none',
    description: 'Replaces the current main image, like `PUT`.',
    ...shared,
    body: Data(MainImage),
    response: { 201: ShownImage },
  },
  setImage: {
    operationId: 'SetProductMainImage',
    summary: 'Set the main image of a product',
    ...shared,
    body: Data(MainImage),
    response: { 200: ShownImage },
  },
  clearImage: {
    operationId: 'ClearProductMainImage',
    summary: 'Clear the main image of a product',
    description: 'A body is accepted and ignored. The file itself stays.',
    ...shared,
    response: { 200: ShownImage },
  },
}
