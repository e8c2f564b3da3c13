import { AppError } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'

/** Who sends a request, read from its access token. `seller` may do everything of its owner, `shopper` what a storefront needs. */
export type Caller = Owner & { key_id: string; role: 'seller' | 'shopper' }

type StoreCaller = Caller & { store_id: string }

/** The caller, once it is clear that it acts on a store. Throws `store_needed` at organization level. */
export function inStore(caller: Caller): StoreCaller {
  if (caller.store_id !== null) return { ...caller, store_id: caller.store_id }
  const detail = 'This belongs to a store: name one of the organization in the header X-Store-Id.'
  throw new AppError('store_needed', [{ detail, header: 'X-Store-Id' }])
}
