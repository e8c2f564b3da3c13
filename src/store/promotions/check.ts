import type { Database } from '../../db/database.ts'
import type { Problem } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { plainText } from '../../kernel/text/case-key.ts'
import { skuFault } from '../../kernel/text/sku.ts'
import { kindOfAction } from '../../pricing/actions/kinds.ts'
import { selectorsOf } from '../../pricing/selectors/selectors-of.ts'
import { rowExists } from '../kit/store.ts'
import { shippingOptions } from '../shipping/shipping-option.ts'
import { type PromotionRow, promotionOf } from './promotion-row.ts'
import { canonicalParts } from './rules/canonical.ts'
import { misplacedMembers } from './rules/misplaced.ts'
import { impossibilities } from './rules/possible.ts'

type Context = { db: Database; owner: Owner; now: number }

/** Normalizes a promotion in place. Returns its inconsistencies and the reasons why it could never apply. */
export async function checkPromotion(
  context: Context,
  row: PromotionRow,
  before: PromotionRow | null,
): Promise<Problem[]> {
  Object.assign(row, canonicalParts(row))
  const misplaced = misplacedMembers(row)
  if (misplaced.length > 0) return misplaced.map(toProblem)
  return [
    ...endedBefore(context, row, before),
    ...impossibilities(promotionOf(row)).map(toProblem),
    ...unusableSkus(row, before),
    ...(await unknownNames(context, row, before)),
  ]
}

function problem(path: string, predicate: string): Problem {
  return {
    detail: `data.${path.replaceAll('/', '.').replaceAll(/\.(\d+)/g, '[$1]')} ${predicate}`,
    pointer: `/data/${path}`,
  }
}

function toProblem({ path, predicate }: { path: string; predicate: string }): Problem {
  return problem(path, predicate)
}

/** An existing promotion may get an end in the past, which ends it at once. */
function endedBefore({ now }: Context, { end }: PromotionRow, before: PromotionRow | null): Problem[] {
  return before === null && end !== null && Date.parse(end) <= now
    ? [problem('end', 'is in the past: the promotion would never apply.')]
    : []
}

/** New SKUs that no product can have. */
function unusableSkus(row: PromotionRow, before: PromotionRow | null): Problem[] {
  const known = new Set(before === null ? [] : skusOf(before).map(({ sku }) => sku))
  return skusOf(row).flatMap(({ path, sku }) => {
    const fault = known.has(sku) ? null : skuFault(plainText(sku))
    return fault === null ? [] : [problem(path, fault)]
  })
}

function skusOf(row: PromotionRow): { path: string; sku: string }[] {
  const promotion = promotionOf(row)
  const gifts = kindOfAction(promotion.action).giftSkus(promotion.action)
  const listed = selectorsOf(promotion).flatMap(({ path, selector }) =>
    (['skus', 'not_skus'] as const).flatMap((list) =>
      (selector[list] ?? []).map((sku, index) => ({ path: `${path}/${list}/${index}`, sku })),
    ),
  )
  return [...gifts.map((sku) => ({ path: 'action/sku', sku })), ...listed]
}

/** New references to a currency or shipping option that the store does not have. Existing references may be stale. */
async function unknownNames(
  { db, owner }: Context,
  { currency, shipping_option_ids }: PromotionRow,
  before: PromotionRow | null,
): Promise<Problem[]> {
  const owner_id = ownerId(owner)
  const problems: Problem[] = []
  const isNew = currency !== null && currency !== before?.currency
  if (isNew && !(await rowExists(db, 'currencies', { owner_id, code: currency })))
    problems.push(problem('currency', `must be a currency of the store; ${currency} is not.`))
  for (const [index, id] of (shipping_option_ids ?? []).entries()) {
    const isKnown = before?.shipping_option_ids?.includes(id) ?? false
    if (!isKnown && !(await rowExists(db, shippingOptions.table, { owner_id, id })))
      problems.push(problem(`shipping_option_ids/${index}`, 'is not a shipping option of this store.'))
  }
  return problems
}
