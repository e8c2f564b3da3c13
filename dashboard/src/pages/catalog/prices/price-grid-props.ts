import type { Product, ProductPrice } from '../../../generated/schema.ts'
import type { ListState } from '../../../kit/list/use-list.ts'
import type { PlacesOf } from '../rules/price-edits.ts'
import type { PriceEdits } from './use-price-edits.ts'

/** Shared props of the grid, its rows and its clipboard. */
export type PriceGridProps = {
  pricebook_id: string
  state: ListState<ProductPrice>
  currencies: readonly string[]
  places: PlacesOf
  edits: PriceEdits
  products: ReadonlyMap<string, Product>
  isReadOnly: boolean
}
