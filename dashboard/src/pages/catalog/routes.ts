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
  page('pricebooks/$pricebook_id/prices', () => import('./prices/prices.tsx'), 'PricesPage'),
  ...[newPrice, onePrice, catalogList, newCatalog].filter((one) => one !== undefined),
  page('hierarchies', () => import('./hierarchies/hierarchies.tsx'), 'HierarchiesPage', [
    page('new', () => import('./hierarchies/hierarchy-dialogs.tsx'), 'CreateHierarchyDialog'),
  ]),
  page('hierarchies/$hierarchy', () => import('./hierarchies/hierarchy.tsx'), 'HierarchyPage', [
    page('edit', () => import('./hierarchies/hierarchy-dialogs.tsx'), 'EditHierarchyDialog'),
    page('duplicate', () => import('./hierarchies/hierarchy-dialogs.tsx'), 'DuplicateHierarchyDialog'),
    page('delete', () => import('./hierarchies/hierarchy-dialogs.tsx'), 'DeleteHierarchyDialog'),
    page('nodes/new', () => import('./hierarchies/node-dialogs.tsx'), 'CreateNodeDialog'),
    page('nodes/$node/edit', () => import('./hierarchies/node-dialogs.tsx'), 'EditNodeDialog'),
    page('nodes/$node/delete', () => import('./hierarchies/node-dialogs.tsx'), 'DeleteNodeDialog'),
  ]),
  page('catalogs/$catalog', () => import('./catalogs/catalog.tsx'), 'CatalogPage', [
    page('publish', () => import('./catalogs/catalog-publish.tsx'), 'PublishDialog'),
    page('delete', () => import('./catalogs/catalog-dialogs.tsx'), 'DeleteCatalogDialog'),
  ]),
  page('catalogs/$catalog/settings', () => import('./catalogs/catalog-settings.tsx'), 'CatalogSettingsPage'),
  page('catalogs/$catalog/releases/$release', () => import('./catalogs/release.tsx'), 'ReleasePage', [
    page('delete', () => import('./catalogs/catalog-dialogs.tsx'), 'DeleteReleaseDialog'),
  ]),
  page('products', () => import('./products/products.tsx'), 'ProductsPage', [
    page('new', () => import('./products/product-dialogs.tsx'), 'CreateProductDialog'),
  ]),
  page('products/$product', () => import('./products/product.tsx'), 'ProductPage', [
    page('delete', () => import('./products/product-dialogs.tsx'), 'DeleteProductDialog'),
  ]),
  page('products/$product/pictures', () => import('./products/product-pictures.tsx'), 'ProductPicturesPage'),
  page('products/$product/prices', () => import('./products/product-prices.tsx'), 'ProductPricesPage'),
  page('products/$product/stock', () => import('./products/product-stock.tsx'), 'ProductStockPage'),
  page('products/$product/nodes', () => import('./products/product-nodes.tsx'), 'ProductNodesPage'),
  page('products/$product/variations', () => import('./products/product-variations.tsx'), 'ProductVariationsPage'),
  page('files', () => import('./files/files.tsx'), 'FilesPage', [
    page('new', () => import('./files/file-dialogs.tsx'), 'UploadDialog'),
    page('$file', () => import('./files/file-dialogs.tsx'), 'FileDialog'),
    page('$file/delete', () => import('./files/file-dialogs.tsx'), 'DeleteFileDialog'),
  ]),
  page('inventories', () => import('./inventory/inventories.tsx'), 'InventoriesPage', [
    page('new', () => import('./inventory/inventory-create.tsx'), 'CreateInventoryDialog'),
  ]),
  page('inventories/$product', () => import('./inventory/inventory.tsx'), 'InventoryPage', [
    page('change/$action', () => import('./inventory/stock-change.tsx'), 'ChangeStockDialog'),
    page('stop-tracking', () => import('./inventory/inventory-stop.tsx'), 'StopTrackingDialog'),
  ]),
]
