import type { ProductDraft } from '../rules/product-draft.ts'
import type { useShop } from './use-shop.ts'

/** Shared props of the parts of the form. */
export type DraftProps = {
  draft: ProductDraft
  change: (next: Partial<ProductDraft>) => void
  update: (how: (draft: ProductDraft) => ProductDraft) => void
  errorOf: (field: string) => string | undefined
  shop: ReturnType<typeof useShop>
  /** True once the product exists: a part that was made is then changed on its own page. */
  hasProduct: boolean
}
