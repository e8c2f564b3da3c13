import type { Api } from '../../../../api/client.ts'
import { Problem } from '../../../../api/problem.ts'
import type { Product } from '../../../../generated/schema.ts'
import { inFilter } from '../../products/product-reads.ts'
import { batchesOf } from '../../rules/price-edits.ts'
import { slugify } from '../../rules/product-draft.ts'
import type { NewAttributes, Step } from '../../rules/product-steps.ts'
import { ensureOptions } from './ensure-options.ts'
import type { Tools } from './made.ts'
import { savePrices, saveStock } from './save-amounts.ts'

/** SKUs that other products have. */
export class TakenSkus extends Error {
  readonly skus: readonly string[]
  constructor(skus: readonly string[]) {
    super(`${skus.length === 1 ? 'Another product has the SKU' : 'Other products have the SKUs'} ${skus.join(', ')}.`)
    this.skus = skus
  }
}

export async function runStep(step: Step, tools: Tools): Promise<void> {
  switch (step.do) {
    case 'upload':
      return uploadPictures(step, tools)
    case 'options':
      return ensureOptions(step.options, tools)
    case 'product':
      return saveProduct(step, tools)
    case 'place':
      return place(step, tools)
    case 'variants':
      return buildVariants(step, tools)
    case 'prices':
      return savePrices(step, tools)
    case 'stock':
      return saveStock(step, tools)
  }
}

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

async function uploadPictures({ pictures }: StepOf<'upload'>, { api, upload, made }: Tools) {
  for (const { key, file } of pictures.filter((one) => !made.ids.has(`picture ${one.key}`))) {
    const query = { filter: inFilter('file_name', [file.name]), 'page[limit]': 100, sort: '-created_at' as const }
    await made.once(
      `picture ${key}`,
      async () => (await api.GET('/v2/files', { params: { query } })).data?.data.map(({ id }) => id) ?? [],
      async () => (await upload({ file, public: true, alternative_text: '' })).id,
    )
  }
}

async function saveProduct(step: StepOf<'product'>, tools: Tools) {
  const { api, made } = tools
  const files = step.pictures.map((key) => ({ type: 'file' as const, id: made.id(`picture ${key}`) }))
  const variations = [...made.ids].filter(([name]) => name.startsWith('option ')).map(([, id]) => id)
  const data = {
    type: 'product' as const,
    attributes: step.attributes,
    relationships: {
      files: { data: files },
      main_image: { data: files[0] ?? null },
      variations: { data: variations.map((id) => ({ type: 'product-variation' as const, id })) },
    },
  }
  const product_id = made.ids.get('product')
  if (product_id !== undefined) {
    await api.PUT('/v2/products/{product_id}', { params: { path: { product_id } }, body: { data } })
    return
  }
  const { sku } = step.attributes
  const ownIds = async () => (await productsWith(api, [sku])).map(({ id }) => id)
  const id = await made.once(`product ${sku}`, ownIds, async () => {
    const taken = (await productsWith(api, step.skus)).map(({ attributes }) => attributes.sku)
    if (taken.length > 0) throw new TakenSkus(taken)
    return createProduct(step, data, tools)
  })
  made.ids.set('product', id)
}

/** An automatic slug that another product has gets the SKU, too. */
async function createProduct(
  { isSlugTyped }: StepOf<'product'>,
  data: { type: 'product'; attributes: NewAttributes; relationships: object },
  { api }: Tools,
): Promise<string> {
  const post = async (body: typeof data) =>
    (await api.POST('/v2/products', { body: { data: body } })).data?.data.id ?? ''
  try {
    return await post(data)
  } catch (error) {
    const isSlugTaken = error instanceof Problem && error.at('/data/attributes/slug').length > 0
    if (isSlugTyped || !isSlugTaken) throw error
    const slug = slugify(`${data.attributes.slug} ${data.attributes.sku}`)
    return post({ ...data, attributes: { ...data.attributes, slug } })
  }
}

const BLOCK = 50

async function productsWith(api: Api, skus: readonly string[]): Promise<Product[]> {
  const found: Product[] = []
  for (const block of batchesOf(skus, BLOCK)) {
    const query = { filter: inFilter('sku', block), 'page[limit]': BLOCK }
    found.push(...((await api.GET('/v2/products', { params: { query } })).data?.data ?? []))
  }
  return found
}

async function place({ node_ids }: StepOf<'place'>, { api, made }: Tools) {
  const data = { filter: `eq(id,${made.id('product')})`, node_ids: [...node_ids] }
  await api.POST('/v2/products/attach_nodes', { body: { data } })
}

/** Maximum number of products per request. */
const BATCH = 100

/** Builds the children, then gives them the SKUs and pictures of the grid. */
async function buildVariants({ options, variants }: StepOf<'variants'>, { api, made }: Tools) {
  const path = { product_id: made.id('product') }
  await api.POST('/v2/products/{product_id}/build', { params: { path } })
  const children = new Map((await readChildren(api, path)).map((child) => [valuesKey(child, options), child]))
  const changes = variants.flatMap(({ values, sku, picture }) => {
    const child = children.get(JSON.stringify(values))
    if (child === undefined) throw new Error(`The variant ${values.join(' / ')} was not made.`)
    made.ids.set(`variant ${JSON.stringify(values)}`, child.id)
    const main_image_file_id = picture === null ? child.attributes.main_image_file_id : made.id(`picture ${picture}`)
    const isChanged = child.attributes.sku !== sku || child.attributes.main_image_file_id !== main_image_file_id
    return isChanged ? [{ type: 'product' as const, id: child.id, attributes: { sku, main_image_file_id } }] : []
  })
  for (const data of batchesOf(changes, BATCH)) await api.PUT('/v2/products', { body: { data } })
}

async function readChildren(api: Api, path: { product_id: string }): Promise<Product[]> {
  const children: Product[] = []
  for (;;) {
    const query = { 'page[limit]': BATCH, 'page[offset]': children.length }
    const { data } = await api.GET('/v2/products/{product_id}/children', { params: { path, query } })
    children.push(...(data?.data ?? []))
    if ((data?.data.length ?? 0) < BATCH) return children
  }
}

/** Values of a child in the order of the options of the page. */
function valuesKey({ attributes }: Product, options: readonly string[]): string {
  return JSON.stringify(options.map((name) => attributes.options.find((one) => one.name === name)?.value))
}
