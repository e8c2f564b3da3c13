import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { currencies } from './currency.ts'
import { symbolFormat } from './default-format.ts'

/** Creates the default currency of a new store, with the decimal places of ISO 4217. */
export async function createDefaultCurrency(work: Work, code: string): Promise<void> {
  await insert(work, currencies, { code, format: symbolFormat(code), default: true })
}
