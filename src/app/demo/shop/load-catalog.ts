import { ownerId } from '../../../kernel/owner.ts'
import { catalogs } from '../../../store/catalog/catalog.ts'
import { hierarchies } from '../../../store/catalog/hierarchy.ts'
import { nodes } from '../../../store/catalog/node.ts'
import { placeIn } from '../../../store/catalog/placing.ts'
import { pricebooks } from '../../../store/catalog/pricebook.ts'
import { products } from '../../../store/catalog/product.ts'
import { productPrices } from '../../../store/catalog/product-price.ts'
import { createRelease } from '../../../store/catalog/releases/publish.ts'
import { createInventory } from '../../../store/inventory/create.ts'
import { rowExists } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'
import { taxClasses } from '../../../store/taxes/tax-class.ts'
import home from './data/home.json' with { type: 'json' }
import lighting from './data/lighting.json' with { type: 'json' }
import { create, ensure, find } from './ensure.ts'
import { selectFileIds } from './store.ts'

/** Prices are by currency. Without `stock`, the inventory of the product is not tracked. */
type DemoProduct = { product: ProductOfShop; tax_class?: string; prices: object; stock?: number }
export type ProductOfShop = { sku: string; name: string; slug: string }

type DemoNode = {
  name: string
  slug: string
  description: string
  nodes?: readonly DemoNode[]
  products?: readonly DemoProduct[]
}

type CatalogLoad = {
  work: Work
  pricebook_id: string
  taxClassOf: (code: string) => string | null
  pictures: ReadonlyMap<string, string>
}

export const CATALOG_NAME = 'Shop'

const HIERARCHIES = [lighting, home] satisfies DemoNode[]

export function demoProducts(nodesOfShop: readonly DemoNode[] = HIERARCHIES): ProductOfShop[] {
  return nodesOfShop.flatMap(({ products: own = [], nodes: children = [] }) => [
    ...own.map(({ product }) => product),
    ...demoProducts(children),
  ])
}

/** Loads products in hierarchies, with prices and stock, and requests the publication of a catalog of them. */
export async function loadCatalog(work: Work): Promise<void> {
  const { id: pricebook_id } = await create(work, pricebooks, {
    name: 'Retail',
    description: 'Standard prices: US dollars without tax, euros and pounds with tax.',
  })
  const pictures = await selectFileIds(work.tx, ownerId(work.owner), demoProducts().map(pictureName))
  const load = { work, pricebook_id, taxClassOf: await readTaxClasses(work), pictures }
  const hierarchy_ids: string[] = []
  for (const hierarchy of HIERARCHIES) {
    const { name, slug, description } = hierarchy
    const { id } = await ensure(work, hierarchies, { slug }, { name, description })
    hierarchy_ids.push(id)
    await loadNodes(load, { hierarchy_id: id, parent_id: null }, hierarchy.nodes)
  }
  await publish(work, {
    name: CATALOG_NAME,
    description: 'The catalog of the demo shop',
    locale: 'en-US',
    hierarchy_ids,
    pricebook_id,
  })
}

/** Creates no catalog if the store has one, because shoppers see neither of two catalogs without a rule. */
async function publish(work: Work, attributes: Record<string, unknown>): Promise<void> {
  if (await rowExists(work.tx, 'catalogs', { owner_id: ownerId(work.owner) })) return
  const { id } = await create(work, catalogs, attributes)
  await createRelease(work, { catalog_id: id, export_full_delta: false })
}

type Parent = { hierarchy_id: string; parent_id: string | null }

async function loadNodes(load: CatalogLoad, parent: Parent, demoNodes: readonly DemoNode[] = []): Promise<void> {
  const { work } = load
  const { hierarchy_id, parent_id } = parent
  for (const [sort_order, { name, slug, description, nodes: children, products: own = [] }] of demoNodes.entries()) {
    const { id } = await ensure(work, nodes, { hierarchy_id, slug }, { name, description, sort_order, parent_id })
    const ids: string[] = []
    for (const product of own) ids.push(await loadProduct(load, product))
    await placeIn(work, { parents: { hierarchy_id }, node_id: id }, ids)
    await loadNodes(load, { hierarchy_id, parent_id: id }, children)
  }
}

async function loadProduct(load: CatalogLoad, demo: DemoProduct): Promise<string> {
  const { work, pricebook_id, taxClassOf, pictures } = load
  const { sku, ...attributes } = demo.product
  const tax_class_id = taxClassOf(demo.tax_class ?? 'standard')
  const main_image_file_id = pictures.get(pictureName(demo.product)) ?? null
  const values = { ...attributes, tax_class_id, main_image_file_id, status: 'live' }
  const { id, isNew } = await ensure(work, products, { sku }, values)
  await create(work, productPrices, { pricebook_id, sku, currencies: demo.prices })
  if (isNew && demo.stock !== undefined) await createInventory(work, id, demo.stock)
  return id
}

export function pictureName({ slug }: ProductOfShop): string {
  return `${slug}.svg`
}

async function readTaxClasses(work: Work): Promise<CatalogLoad['taxClassOf']> {
  const ids = new Map<string, string | null>()
  for (const code of ['standard', 'reduced']) ids.set(code, (await find(work, taxClasses, { code }))?.id ?? null)
  return (code) => ids.get(code) ?? null
}
