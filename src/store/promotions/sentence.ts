import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { describePromotion } from '../../pricing/explanations/requirements.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { defaultFormat } from '../currencies/default-format.ts'
import { findMoneyFormats } from '../currencies/sql/money-format.ts'
import { type PromotionRow, promotionOf } from './promotion-row.ts'
import { selectNames } from './sql/names.ts'

export const Sentence = Type.String({
  description: 'The promotion in one sentence for sellers: its discount, its requirements, its period and its limits.',
})

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The promotion in a sentence for sellers, which counts what it has ids of: it reads nothing. */
export function sentenceOf(row: PromotionRow): string {
  const format = row.currency === null ? null : defaultFormat(row.currency)
  return describePromotion(promotionOf(row), { format, names: NO_NAMES })
}

/** The same with the names of what it has ids of, and with amounts in the format of the store. */
export async function sentenceWithNames(db: Database, row: PromotionRow): Promise<string> {
  const { owner_id, currency, when, target, action, shipping_option_ids } = row
  const ids = JSON.stringify([when, target, action, shipping_option_ids]).match(UUIDS) ?? []
  const names = ids.length === 0 ? NO_NAMES : await selectNames(db, owner_id, ids)
  return describePromotion(promotionOf(row), { format: await formatOf(db, owner_id, currency), names })
}

const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

async function formatOf(db: Database, owner_id: string, currency: string | null): Promise<MoneyFormat | null> {
  return currency === null ? null : ((await findMoneyFormats(db, owner_id, [currency])).get(currency) ?? null)
}
