import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import { type PageRoute, page } from '../../page-route.ts'

const OPTIONS = 'variations/{product_variation_id}/options'

const plain: readonly PageRoute[] = [
  ...resourceRoutes('variations', 'product_variation_id', async () => {
    return (await import('../../resources/variations.ts')).variations
  }),
  ...resourceRoutes(OPTIONS, 'product_variation_option_id', async () => {
    return (await import('../../resources/variation-options.ts')).variationOptions
  }),
  ...resourceRoutes(
    `${OPTIONS}/{product_variation_option_id}/modifiers`,
    'product_variation_modifier_id',
    async () => (await import('../../resources/variation-modifiers.ts')).variationModifiers,
  ),
  ...resourceRoutes('pricebooks', 'pricebook_id', async () => {
    return (await import('../../resources/price-books.ts')).priceBooks
  }),
  ...resourceRoutes('pricebooks/{pricebook_id}/modifiers', 'price_modifier_id', async () => {
    return (await import('../../resources/price-modifiers.ts')).priceModifiers
  }),
  ...resourceRoutes('catalogs/rules', 'catalog_rule_id', async () => {
    return (await import('../../resources/catalog-rules.ts')).catalogRules
  }),
]

/** Its list is the grid. */
const [, newPrice, onePrice] = resourceRoutes('pricebooks/{pricebook_id}/prices', 'product_price_id', async () => {
  return (await import('../../resources/product-prices.ts')).productPrices
})

/** One of them has pages of its own. */
const [catalogList, newCatalog] = resourceRoutes('catalogs', 'catalog_id', async () => {
  return (await import('../../resources/catalogs.ts')).catalogs
})

export const catalogRoutes: readonly PageRoute[] = [
  ...plain,
  page('pricebooks/$pricebook_id/prices', () => import('./prices.tsx'), 'PricesPage'),
  ...[newPrice, onePrice, catalogList, newCatalog].filter((one) => one !== undefined),
  page('hierarchies', () => import('./hierarchies.tsx'), 'HierarchiesPage', [
    page('new', () => import('./hierarchy-dialogs.tsx'), 'CreateHierarchyDialog'),
  ]),
  page('hierarchies/$hierarchy', () => import('./hierarchy.tsx'), 'HierarchyPage', [
    page('edit', () => import('./hierarchy-dialogs.tsx'), 'EditHierarchyDialog'),
    page('duplicate', () => import('./hierarchy-dialogs.tsx'), 'DuplicateHierarchyDialog'),
    page('delete', () => import('./hierarchy-dialogs.tsx'), 'DeleteHierarchyDialog'),
    page('nodes/new', () => import('./node-dialogs.tsx'), 'CreateNodeDialog'),
    page('nodes/$node/edit', () => import('./node-dialogs.tsx'), 'EditNodeDialog'),
    page('nodes/$node/delete', () => import('./node-dialogs.tsx'), 'DeleteNodeDialog'),
  ]),
  page('catalogs/$catalog', () => import('./catalog.tsx'), 'CatalogPage', [
    page('publish', () => import('./catalog-publish.tsx'), 'PublishDialog'),
    page('delete', () => import('./catalog-dialogs.tsx'), 'DeleteCatalogDialog'),
  ]),
  page('catalogs/$catalog/settings', () => import('./catalog-settings.tsx'), 'CatalogSettingsPage'),
  page('catalogs/$catalog/releases/$release', () => import('./release.tsx'), 'ReleasePage', [
    page('delete', () => import('./catalog-dialogs.tsx'), 'DeleteReleaseDialog'),
  ]),
  page('products', () => import('./products.tsx'), 'ProductsPage', [
    page('new', () => import('./product-dialogs.tsx'), 'CreateProductDialog'),
  ]),
  page('products/$product', () => import('./product.tsx'), 'ProductPage', [
    page('delete', () => import('./product-dialogs.tsx'), 'DeleteProductDialog'),
  ]),
  page('products/$product/pictures', () => import('./product-pictures.tsx'), 'ProductPicturesPage'),
  page('products/$product/prices', () => import('./product-prices.tsx'), 'ProductPricesPage'),
  page('products/$product/stock', () => import('./product-stock.tsx'), 'ProductStockPage'),
  page('products/$product/nodes', () => import('./product-nodes.tsx'), 'ProductNodesPage'),
  page('products/$product/variations', () => import('./product-variations.tsx'), 'ProductVariationsPage'),
  page('files', () => import('./files.tsx'), 'FilesPage', [
    page('new', () => import('./file-dialogs.tsx'), 'UploadDialog'),
    page('$file', () => import('./file-dialogs.tsx'), 'FileDialog'),
    page('$file/delete', () => import('./file-dialogs.tsx'), 'DeleteFileDialog'),
  ]),
  page('inventories', () => import('./inventories.tsx'), 'InventoriesPage', [
    page('new', () => import('./inventory-create.tsx'), 'CreateInventoryDialog'),
  ]),
  page('inventories/$product', () => import('./inventory.tsx'), 'InventoryPage', [
    page('change/$action', () => import('./stock-change.tsx'), 'ChangeStockDialog'),
  ]),
]
