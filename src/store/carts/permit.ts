import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'
import type { CartRequest } from './change.ts'

/** Settings that let shoppers change prices or taxes, with the subject of the error. */
const SUBJECTS = {
  shopper_custom_items: 'Custom items, which have their own prices,',
  shopper_tax_items: "Tax items, which replace the store's taxes,",
}

type Setting = keyof typeof SUBJECTS

/** Throws `forbidden` for a shopper unless the store's setting allows the change. */
export async function requirePermission(work: Work, cartRequest: CartRequest, setting: Setting): Promise<void> {
  const detail = await missingPermission(work, cartRequest, setting)
  if (detail !== null) throw new AppError('forbidden', [{ detail }])
}

/** Returns the reason why a shopper may not make the change, or null. */
export async function missingPermission(work: Work, { role }: CartRequest, setting: Setting): Promise<string | null> {
  if (role === 'seller' || (await readSettings(work.tx, ownerId(work.owner)))[setting]) return null
  return `${SUBJECTS[setting]} can be created, changed and deleted only with a seller token, unless the store sets ${setting} to true with PUT /v2/settings.`
}
