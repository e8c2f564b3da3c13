import { eventually } from '../app.ts'
import { make } from '../store/catalogs.ts'
import type { TourContext } from './context.ts'
import { whenComplete } from './extensions.ts'

export type CatalogIds = {
  hierarchy_id: string
  node_id: string
  product_id: string
  catalog_id: string
}

/** A category tree, products with variations and files, prices, and the catalog that they form. */
export async function showCatalog(context: TourContext): Promise<CatalogIds> {
  const tree = await showTree(context)
  const product_id = await showProduct(context)
  await showFiles(context, product_id)
  await showVariations(context)
  await showPlaces(context, { ...tree, product_id })
  const pricebook_id = await showPrices(context)
  const catalog_id = await showCatalogs(context, tree.hierarchy_id, pricebook_id)
  await showReleases(context, tree, catalog_id)
  await showInventory(context, product_id)
  return { ...tree, product_id, catalog_id }
}

type Tree = { hierarchy_id: string; node_id: string }

async function showTree({ seller }: TourContext): Promise<Tree> {
  const hierarchy = await seller('CreateHierarchy', {
    data: { type: 'hierarchy', attributes: { name: 'Clothing', slug: 'clothing' } },
  })
  await seller('UpdateHierarchy', {
    data: { type: 'hierarchy', attributes: { description: 'What to wear, from linen and wool' } },
  })
  const node = await seller('CreateNode', {
    data: { type: 'node', attributes: { name: 'Shirts', slug: 'shirts', sort_order: 1 } },
  })
  await seller('UpdateNode', { data: { type: 'node', attributes: { description: 'Shirts of linen and cotton' } } })
  return { hierarchy_id: hierarchy.data.id, node_id: node.data.id }
}

async function showProduct({ seller }: TourContext): Promise<string> {
  const product = await seller('CreateProduct', {
    data: {
      type: 'product',
      attributes: {
        sku: 'SHIRT-LINEN',
        name: 'Linen shirt',
        slug: 'linen-shirt',
        description: 'A light shirt for warm days.',
        commodity_type: 'physical',
        status: 'draft',
        definition: 'linen-shirt',
        tags: ['linen', 'summer'],
      },
    },
  })
  await seller('UpdateProduct', { data: { type: 'product', attributes: { status: 'live', weight: 240 } } })
  const { id } = product.data
  await seller('UpdateProducts', { data: [{ type: 'product', id, attributes: { external_ref: 'erp-2044' } }] })
  return product.data.id
}

async function showFiles({ seller, aside }: TourContext, product_id: string): Promise<void> {
  const front = await seller('CreateFile', {
    data: {
      file_location: 'https://images.example.com/linen-shirt-front.jpg',
      mime_type: 'image/jpeg',
      public: true,
      alternative_text: 'A white linen shirt from the front',
    },
  })
  const back = await aside.post('/v2/files', {
    data: { file_location: 'https://images.example.com/linen-shirt-back.jpg', mime_type: 'image/jpeg' },
  })
  const [first, second] = [front, back.body].map(({ data }) => ({ type: 'file', id: data.id }))
  const at = { product_id }
  await seller('AddProductFiles', { data: [first] }, { at })
  await seller('SetProductFiles', { data: [first, second] }, { at })
  await seller('RemoveProductFiles', { data: [second] }, { at })
  await seller('AddProductMainImage', { data: second }, { at })
  await seller('SetProductMainImage', { data: first }, { at })
}

/** A shirt in two sizes, built as two products. */
async function showVariations({ seller, aside, read }: TourContext): Promise<void> {
  const variation = await seller('CreateVariation', {
    data: { type: 'product-variation', attributes: { name: 'Size' } },
  })
  await seller('UpdateVariation', { data: { type: 'product-variation', attributes: { sort_order: 1 } } })
  await seller('CreateVariationOption', {
    data: { type: 'product-variation-option', attributes: { name: 'Medium', description: 'Chest 96 to 101 cm' } },
  })
  await seller('UpdateVariationOption', {
    data: { type: 'product-variation-option', attributes: { sort_order: 2 } },
  })
  await seller('CreateVariationModifier', {
    data: { type: 'product-variation-modifier', attributes: { type: 'sku_append', value: '-M' } },
  })
  await seller('UpdateVariationModifier', {
    data: { type: 'product-variation-modifier', attributes: { value: '-MEDIUM' } },
  })
  const { id: color } = await make(aside, '/variations', 'product-variation', { name: 'Color' })
  const [size, other] = [variation.data.id, color].map((id) => ({ type: 'product-variation', id }))
  const { id: product_id } = await make(aside, '/products', 'product', { sku: 'SHIRT-FLAX', name: 'Flax shirt' })
  const at = { product_id }
  await seller('AddProductVariations', { data: [other] }, { at })
  await seller('SetProductVariations', { data: [size, other] }, { at })
  await seller('RemoveProductVariations', { data: [other] }, { at })
  await seller('BuildProductChildren', undefined, { at })
  for (const operationId of ['ListProductVariationRelationships', 'ListProductVariations', 'ListProductChildren'])
    await seller(operationId, undefined, { at })
  await read('/v2/variations')
  await seller('DeleteVariation', undefined, { at: { product_variation_id: color } })
}

async function showPlaces(
  { seller, aside, read }: TourContext,
  { hierarchy_id, node_id, product_id }: Tree & { product_id: string },
) {
  const nodes = `/hierarchies/${hierarchy_id}/nodes`
  const { id: linen } = await make(aside, nodes, 'node', { name: 'Linen shirts', slug: 'linen-shirts' })
  const child = { type: 'node', id: linen }
  await seller('AddNodeChildren', { data: [child] })
  await seller('ReplaceNodeChildren', { data: [{ ...child, meta: { sort_order: 1 } }] })
  const tree_reads = ['ListHierarchyChildren', 'ListNodeChildren', 'ListNodeChildRelationships']
  for (const operationId of tree_reads) await seller(operationId)
  await seller('RemoveNodeChildren', { data: [child] })
  await seller('SetNodeParent', { data: { type: 'node', id: node_id } }, { at: { node_id: linen } })
  const product = { type: 'product', id: product_id }
  await seller('PlaceProductsInNode', { data: [product] })
  await seller('ReplaceProductsInNode', { data: [product] })
  const selection = { filter: 'eq(sku,SHIRT-LINEN)', node_ids: [linen] }
  await seller('AttachProductNodes', { data: selection })
  await read('/v2/hierarchies')
  await read('/v2/products')
  await seller('DetachProductNodes', { data: selection })
  await seller('TakeProductsOutOfNode', { data: [product] })
  await aside.post(`/v2${nodes}/${node_id}/relationships/products`, { data: [product] })
  await seller('RemoveNodeParent', undefined, { at: { node_id: linen } })
  await seller('DuplicateHierarchy', { data: { attributes: { name: 'Clothing, autumn', include_products: true } } })
  const copy = await seller('DuplicateHierarchyAsJob', { data: { attributes: { name: 'Clothing, winter' } } })
  await whenComplete(aside, copy.data.id)
}

async function showPrices({ seller }: TourContext): Promise<string> {
  const book = await seller('CreatePriceBook', {
    data: { type: 'pricebook', attributes: { name: 'Retail', external_ref: 'erp-retail' } },
  })
  await seller('UpdatePriceBook', {
    data: { type: 'pricebook', attributes: { description: 'What consumers pay' } },
  })
  await seller('CreateProductPrice', {
    data: {
      type: 'product-price',
      attributes: {
        sku: 'SHIRT-LINEN',
        currencies: {
          USD: { amount: 4900, tiers: [{ minimum_quantity: 3, amount: 4500 }] },
          EUR: { amount: 4500, includes_tax: true },
        },
      },
    },
  })
  await seller('UpdateProductPrice', {
    data: {
      type: 'product-price',
      attributes: {
        currencies: { USD: { amount: 5400, sale_amount: 4900 }, EUR: { amount: 4900, includes_tax: true } },
      },
    },
  })
  await seller('UpdateProductPrices', {
    data: [
      {
        type: 'product-price',
        attributes: {
          sku: 'SHIRT-LINEN',
          currencies: { USD: { amount: 5400, sale_amount: 4950 }, EUR: { amount: 4900, includes_tax: true } },
        },
      },
    ],
  })
  await seller('CreatePriceModifier', {
    data: {
      type: 'price-modifier',
      attributes: { name: 'gift-wrap', modifier_type: 'price_increment', currencies: { USD: { amount: 500 } } },
    },
  })
  await seller('UpdatePriceModifier', {
    data: { type: 'price-modifier', attributes: { currencies: { USD: { amount: 600 } } } },
  })
  return book.data.id
}

async function showCatalogs({ seller }: TourContext, hierarchy_id: string, pricebook_id: string): Promise<string> {
  const catalog = await seller('CreateCatalog', {
    data: { type: 'catalog', attributes: { name: 'Web shop', hierarchy_ids: [hierarchy_id], pricebook_id } },
  })
  await seller('UpdateCatalog', { data: { type: 'catalog', attributes: { description: 'What the web shop sells' } } })
  await seller('CreateCatalogRule', {
    data: {
      type: 'catalog_rule',
      attributes: {
        name: 'All shoppers',
        catalog_id: catalog.data.id,
        schedules: [{ valid_from: '2025-01-01T00:00:00Z', valid_to: '2099-12-31T00:00:00Z' }],
      },
    },
  })
  await seller('UpdateCatalogRule', { data: { type: 'catalog_rule', attributes: { priority: 1 } } })
  return catalog.data.id
}

/** Two releases, so that there are differences between them. */
async function showReleases(
  { seller, shopper, aside, read }: TourContext,
  { hierarchy_id, node_id }: Tree,
  catalog_id: string,
) {
  const releases = `/v2/catalogs/${catalog_id}/releases`
  const published = (id: string) =>
    eventually(
      () => aside.get(`${releases}/${id}`),
      ({ body }) => body.data.meta.release_status === 'PUBLISHED',
    )
  const nodes = `/hierarchies/${hierarchy_id}/nodes`
  await make(aside, nodes, 'node', { name: 'Short sleeves', slug: 'short-sleeves', parent_id: node_id })
  const first = await aside.post(releases, {})
  await published(first.body.data.id)
  await aside.put(`/v2/hierarchies/${hierarchy_id}/nodes/${node_id}`, {
    data: { type: 'node', attributes: { name: 'Shirts and blouses' } },
  })
  await read('/v2/catalogs/{catalog_id}/releases/preview')
  const second = await seller('PublishCatalog', { data: { export_full_delta: false } })
  await published(second.data.id)
  await read(`/v2/catalogs`)
  await shopper('GetCatalogInUse')
  const filter_by = 'meta.search.categories.lvl0:=[`Clothing`] && price.USD.float_price:<=60'
  const facet_by = 'meta.search.categories.lvl1,price.USD.float_price'
  await shopper('SearchCatalog', { searches: [{ q: 'linen', filter_by, facet_by, per_page: 2 }] })
  await read('/v2/catalog/')
}

async function showInventory({ seller, aside, read }: TourContext, product_id: string): Promise<void> {
  const at = { product_id }
  await seller('CreateInventory', { data: { type: 'stock', quantity: 120 } }, { at })
  const received = { type: 'stock-transaction', action: 'increment', quantity: 40, reason: 'Delivery from the weaver' }
  await seller('CreateStockTransaction', { data: received }, { at })
  await seller('GetInventoryLocation', undefined, { at: { location: 'default' } })
  await seller('UpdateInventory', { data: { type: 'stock', attributes: { available: 158 } } }, { at })
  const other = await make(aside, '/products', 'product', { sku: 'SCARF-WOOL', name: 'Wool scarf' })
  const created = { type: 'stock', id: other.id, attributes: { locations: { default: { available: 20 } } } }
  await seller('CreateLocatedInventory', { data: created })
  await seller('GetInventories', { data: [{ type: 'stock', id: product_id }] })
  await read('/v2/inventories')
}
