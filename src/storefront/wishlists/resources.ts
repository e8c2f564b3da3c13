import type { StorefrontResource } from '../context.ts'
import { addToWishlistForm } from './add.ts'
import { wishlistLine, wishlistLines } from './line-items.ts'
import { moveToCartForm, moveToWishlistForm } from './move.ts'
import { wishlist, wishlists } from './wishlist.ts'

export const wishlistResources: readonly StorefrontResource[] = [
  wishlists,
  wishlist,
  wishlistLines,
  wishlistLine,
  addToWishlistForm,
  moveToCartForm,
  moveToWishlistForm,
]
