import { type PageRoute, page } from '../../page-route.ts'

export const catalogRoutes: readonly PageRoute[] = [
  page('pricebooks/$pricebook_id/prices', () => import('./prices/prices.tsx'), 'PricesPage'),
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
  page('products', () => import('./products/products.tsx'), 'ProductsPage'),
  page('products/new', () => import('./new-product/new-product.tsx'), 'NewProductPage'),
  page('products/$product', () => import('./products/product.tsx'), 'ProductPage', [
    page('delete', () => import('./products/product-dialogs.tsx'), 'DeleteProductDialog'),
  ]),
  page('products/$product/pictures', () => import('./products/product-pictures.tsx'), 'ProductPicturesPage'),
  page('products/$product/prices', () => import('./products/product-prices.tsx'), 'ProductPricesPage'),
  page('products/$product/stock', () => import('./products/product-stock.tsx'), 'ProductStockPage', [
    page('change/$action', () => import('./inventory/stock-change.tsx'), 'ChangeProductStockDialog'),
    page('stop-tracking', () => import('./inventory/inventory-stop.tsx'), 'StopTrackingProductDialog'),
  ]),
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
