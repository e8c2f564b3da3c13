import { at } from '../../kernel/at.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Snapshot } from '../../store/checkout/snapshot.ts'
import { isOwn } from '../../store/orders/read.ts'
import { type Purchase, selectPurchases } from '../../store/orders/store.ts'
import { loadEach, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { decodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Params, ResourceState } from '../hypermedia/resource.ts'
import type { Locale } from '../locale.ts'
import { type AmountFormat, amountFormat } from '../money.ts'
import { type PurchaseParams, purchaseParams } from '../orders/purchase-params.ts'
import { localized } from '../texts.ts'

/** The snapshot taken at checkout, and the order's current state. */
export type LoadedPurchase = {
  params: PurchaseParams
  order: Omit<Purchase, 'document'>
  snapshot: Snapshot
  /** The locale of the reader, who may not be the buyer. */
  locale: Locale | null
  format: AmountFormat
}

/** Reads resources that render one purchase each. All purchases are loaded together, at most once per request. */
export function purchaseReader(
  render: (purchase: LoadedPurchase, params: Params) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const found = await purchasesFor(context, paramsList)
    return paramsList.map((params, index) => {
      const purchase = found[index] ?? 'missing'
      if (typeof purchase === 'string') return purchase
      const state = render(purchase, params)
      return typeof state === 'string'
        ? state
        : { ...state, params: { ...params, ...state.params, ...purchase.params } }
    })
  }
}

async function purchasesFor(
  context: StorefrontContext,
  paramsList: readonly Params[],
): Promise<(LoadedPurchase | Absence)[]> {
  const ids = paramsList.map(({ purchase }) => decodeId(purchase ?? ''))
  const purchases = await loadEach(context, 'purchases', ids, async (missing) => {
    const valid = missing.filter(isUuid)
    const rows = valid.length === 0 ? [] : await selectPurchases(context.deps.db, context.owner.store_id, valid)
    const own = rows.filter((row) => isOwn(context.caller, row))
    return own.map((row) => [row.id, toLoadedPurchase(context, row)])
  })
  return purchases.map((purchase, index) => purchase ?? absenceOf(context, at(ids, index)))
}

/** Hides from a shopper whether another shopper's purchase exists. A seller sees all purchases. */
function absenceOf({ caller }: StorefrontContext, id: string): Absence {
  return caller.role === 'shopper' && isUuid(id) ? 'forbidden' : 'missing'
}

function toLoadedPurchase(context: StorefrontContext, { document, ...order }: Purchase): LoadedPurchase {
  const snapshot = JSON.parse(document) as Snapshot
  const { locale } = context
  const format = amountFormat(locale, snapshot.money_format)
  return { params: purchaseParams(context, order.id), order, snapshot, locale, format }
}

export type SoldLine = Snapshot['lines'][number]

export function lineFor({ snapshot }: LoadedPurchase, { lineitem = '' }: Params): SoldLine | undefined {
  const id = decodeId(lineitem)
  return snapshot.lines.find((line) => line.id === id)
}

/** The name of a line in the reader's language, if the item had one when it was sold. */
export function nameOfLine(purchase: LoadedPurchase, line: SoldLine): { name: string; languages: string[] } {
  const { name, locales } = line
  const { texts, languages } = localized(purchase, { own: { name }, language: languageOfLine(purchase, line), locales })
  return { name: texts.name, languages }
}

/** The language (BCP 47) of a line's untranslated texts. */
export function languageOfLine({ order }: LoadedPurchase, { language }: SoldLine): string {
  return language ?? order.default_language
}
