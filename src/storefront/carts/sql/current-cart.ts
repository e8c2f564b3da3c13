import { query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Cart } from '../../../store/carts/cart.ts'
import { CART_AND_REVISION, type CartAndRevisionRow } from '../../../store/carts/sql/with-revision.ts'
import { toCart } from '../../../store/carts/store.ts'
import { availableUnits } from '../../../store/inventory/store.ts'
import type { StorefrontContext } from '../../context.ts'
import { storedCartPrefix } from '../../shoppers/current-cart.ts'
import {
  readShopperState,
  type ShopperState,
  type ShopperStateRow,
  shopperIdOf,
} from '../../shoppers/sql/checkout-details.ts'

type Row = CartAndRevisionRow & { [Name in keyof ShopperStateRow]: ShopperStateRow[Name] | null } & {
  has_cart: boolean
  stock: Record<string, number> | null
}

type CurrentCart = {
  state: ShopperState
  /** Undefined if the shopper has not used the cart yet. */
  cart: Cart | undefined
  /** Changes when data that prices depend on changes outside of releases. */
  shop_revision: number
  /** The available units by product id, for products of its lines whose stock is tracked. */
  stock: ReadonlyMap<string, number>
}

/** The shopper's state and current cart with the stock of its products, in one statement. */
export async function findCurrentCart({ deps, owner, caller }: StorefrontContext): Promise<CurrentCart> {
  const { shopper_id } = shopperIdOf(caller)
  const values = [owner.store_id, owner.organization_id, shopper_id, storedCartPrefix(shopper_id)]
  const [row] = await query<Row>(deps.db, FIND, values)
  if (row === undefined) throw new Error('The statement returns one row for every shopper.')
  const { number, details, has_cart, shop_revision, stock, ...cart } = row
  const state = readShopperState(number === null || details === null ? [] : [{ number, details }])
  return {
    state,
    cart: has_cart ? toCart(cart) : undefined,
    shop_revision,
    stock: new Map(Object.entries(stock ?? {})),
  }
}

const FIND =
  prepared(`select state.number, state.told as details, carts.id is not null as has_cart, ${CART_AND_REVISION},
    ${availableUnits('$1', 'carts.items')} as stock
  from (values (true)) as always
  left join storefront_shoppers as state on state.owner_id = $1 and state.shopper_id = $3::uuid
  left join carts on carts.owner_id = $1 and carts.id = $4::text || coalesce(state.number, 0)`)
