import { query } from '../../../db/database.ts'
import {
  CART_WITH_TERMS,
  type CartWithTerms,
  type CartWithTermsRow,
  toCartWithTerms,
} from '../../../store/carts/sql/with-terms.ts'
import { fromChosen, shopperValues } from '../../../store/catalog/sql/choose.ts'
import type { StorefrontContext } from '../../context.ts'
import {
  readShopperState,
  type ShopperState,
  type ShopperStateRow,
  shopperIdOf,
} from '../../shoppers/sql/checkout-details.ts'
import { storedCartPrefix } from '../stored-id.ts'

type Row = CartWithTermsRow & { shopper: ShopperStateRow | null; has_cart: boolean }

/** The shopper's state and its current cart, undefined for one that was never used, in one statement. */
export async function findCurrentCart({
  deps,
  owner: { store_id },
  caller,
  shopper,
  now,
}: StorefrontContext): Promise<{ state: ShopperState; cart: CartWithTerms | undefined }> {
  const { shopper_id } = shopperIdOf(caller)
  const values = [...shopperValues(store_id, shopper, now), shopper_id, storedCartPrefix(shopper_id)]
  const [row] = await query<Row>(deps.db, FIND(shopper), values)
  const { shopper: own = null, has_cart = false, ...columns } = row ?? {}
  const state = readShopperState(own === null ? [] : [own])
  return { state, cart: has_cart ? toCartWithTerms(columns as CartWithTermsRow) : undefined }
}

const FIND = fromChosen(`, state as (
  select number, told as details from storefront_shoppers where owner_id = $1 and shopper_id = $7::uuid
)
select (select to_jsonb(state) from state) as shopper, carts.id is not null as has_cart, ${CART_WITH_TERMS}
  from (select coalesce((select number from state), 0) as number) as latest
  left join carts on carts.owner_id = $1 and carts.id = $8::text || latest.number`)
