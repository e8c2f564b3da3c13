import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { countOpenOrders } from './store.ts'

/** Throws `conflict` while the account has orders that are neither fulfilled nor cancelled. */
export async function refuseOpenOrders({ tx, owner }: Work, account_id: string): Promise<void> {
  const open = await countOpenOrders(tx, ownerId(owner), account_id)
  if (open === 0) return
  const detail = `The account has ${open} open ${open === 1 ? 'order' : 'orders'}: fulfill or cancel them first.`
  throw new AppError('conflict', [{ detail }])
}
