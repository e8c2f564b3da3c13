import { ownerId } from '../../../kernel/owner.ts'
import { catalogs } from '../../../store/catalog/catalog.ts'
import { hierarchies } from '../../../store/catalog/hierarchy.ts'
import { nodes } from '../../../store/catalog/node.ts'
import { placeIn } from '../../../store/catalog/placing.ts'
import { pricebooks } from '../../../store/catalog/pricebook.ts'
import { products } from '../../../store/catalog/product.ts'
import { productPrices } from '../../../store/catalog/product-price.ts'
import { askForRelease } from '../../../store/catalog/releases/publish.ts'
import { createInventory } from '../../../store/inventory/create.ts'
import { rowExists } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'
import { taxClasses } from '../../../store/taxes/tax-class.ts'
import home from './data/home.json' with { type: 'json' }
import lighting from './data/lighting.json' with { type: 'json' }
import { ensure, find, make } from './ensure.ts'

/** Prices are by currency, stock is what is on hand; without it a product is not tracked. */
type DemoProduct = { product: { sku: string }; tax_class?: string; prices: object; stock?: number }

/** A hierarchy, or a node of one. */
type Shelf = {
  name: string
  slug: string
  description: string
  nodes?: readonly Shelf[]
  products?: readonly DemoProduct[]
}

/** What all products are made with. */
type Making = { work: Work; pricebook_id: string; taxClassOf: (code: string) => string | null }

/** Products in their hierarchies, with prices and stock, and a catalog of them that a background job publishes. */
export async function loadCatalog(work: Work): Promise<void> {
  const { id: pricebook_id } = await make(work, pricebooks, {
    name: 'Retail',
    description: 'What everybody pays: in US dollars before tax, in euros and pounds with it.',
  })
  const making = { work, pricebook_id, taxClassOf: await taxClassesBy(work) }
  const hierarchy_ids: string[] = []
  for (const hierarchy of [lighting, home] satisfies Shelf[]) {
    const { name, slug, description } = hierarchy
    const { id } = await ensure(work, hierarchies, { slug }, { name, description })
    hierarchy_ids.push(id)
    await loadNodes(making, { hierarchy_id: id, parent_id: null }, hierarchy.nodes)
  }
  await publish(work, { name: 'Shop', description: 'What shoppers see', locale: 'en-US', hierarchy_ids, pricebook_id })
}

/** A second catalog that no rule names would take both from the shoppers, so whoever has made one keeps it alone. */
async function publish(work: Work, attributes: Record<string, unknown>): Promise<void> {
  if (await rowExists(work.tx, 'catalogs', { owner_id: ownerId(work.owner) })) return
  const { id } = await make(work, catalogs, attributes)
  await askForRelease(work, { catalog_id: id, export_full_delta: false })
}

type Below = { hierarchy_id: string; parent_id: string | null }

async function loadNodes(making: Making, below: Below, shelves: readonly Shelf[] = []): Promise<void> {
  const { work } = making
  for (const [sort_order, { name, slug, description, nodes: deeper, products: own = [] }] of shelves.entries()) {
    const key = { hierarchy_id: below.hierarchy_id, slug }
    const { id } = await ensure(work, nodes, key, { name, description, sort_order, parent_id: below.parent_id })
    const ids: string[] = []
    for (const product of own) ids.push(await loadProduct(making, product))
    await placeIn(work, { parents: { hierarchy_id: below.hierarchy_id }, node_id: id }, ids)
    await loadNodes(making, { ...below, parent_id: id }, deeper)
  }
}

async function loadProduct({ work, pricebook_id, taxClassOf }: Making, demo: DemoProduct): Promise<string> {
  const { sku, ...attributes } = demo.product
  const tax_class_id = taxClassOf(demo.tax_class ?? 'standard')
  const { id, made } = await ensure(work, products, { sku }, { ...attributes, tax_class_id, status: 'live' })
  await make(work, productPrices, { pricebook_id, sku, currencies: demo.prices })
  if (made && demo.stock !== undefined) await createInventory(work, id, demo.stock)
  return id
}

async function taxClassesBy(work: Work): Promise<Making['taxClassOf']> {
  const ids = new Map<string, string | null>()
  for (const code of ['standard', 'reduced']) ids.set(code, (await find(work, taxClasses, { code }))?.id ?? null)
  return (code) => ids.get(code) ?? null
}
