import { lazy, Suspense } from 'react'
import { useAddressState } from '../../../kit/address-state.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { NewProductForm } from './new-product-form.tsx'

/** Lazy, since most people come for the form. */
const CreatedProduct = lazy(async () => ({ default: (await import('./created-product.tsx')).CreatedProduct }))

/** Form for a product with everything that selling it needs; then its publication. */
export function NewProductPage() {
  const paths = usePaths()
  const [{ created, catalog }] = useAddressState()
  const crumbs = [{ label: 'Products', to: paths.products() }]
  if (created === undefined)
    return (
      <Page title="New product" crumbs={crumbs}>
        <NewProductForm />
      </Page>
    )
  return (
    <Suspense fallback={null}>
      <CreatedProduct key={created} product_id={created} catalog_id={catalog ?? null} crumbs={crumbs} />
    </Suspense>
  )
}
