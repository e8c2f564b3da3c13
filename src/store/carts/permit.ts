import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'
import type { CartRequest } from './change.ts'

/** Settings that open to shoppers what would let them say what they pay. */
const OPENED = {
  shopper_custom_items: 'Custom items, which bring their own prices,',
  shopper_tax_items: 'Tax items, which stand in place of the taxes of the store,',
}

/** Lets sellers pass, and shoppers where the store's setting opens it to them. Throws `forbidden`. */
export async function requireOpen(work: Work, { role }: CartRequest, setting: keyof typeof OPENED): Promise<void> {
  if (role === 'seller' || (await readSettings(work.tx, ownerId(work.owner)))[setting]) return
  const detail = `${OPENED[setting]} are created, changed and deleted with a seller token, or by shoppers once the store sets ${setting} to true with PUT /v2/settings.`
  throw new AppError('forbidden', [{ detail }])
}
