import type { Database } from '../../db/tables.ts'
import type { Problem } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { asksFor } from '../../pricing/conditions/asks-for.ts'
import { rowExists } from '../kit/store.ts'
import { shippingOptions } from '../shipping/shipping-option.ts'
import { type PromotionRow, promotionOf } from './promotion-row.ts'
import { canonicalParts } from './rules/canonical.ts'
import { impossibilities } from './rules/possible.ts'

type Asking = { db: Database; owner: Owner; now: number }

/** Writes a promotion as it reads back; says what keeps it from ever applying, or from meaning what it says. */
export async function checkPromotion(
  asking: Asking,
  row: PromotionRow,
  before: PromotionRow | null,
): Promise<Problem[]> {
  Object.assign(row, canonicalParts(row))
  const shape = [...misplaced(row), ...withoutCurrency(row)]
  if (shape.length > 0) return shape
  return [
    ...over(asking, row, before),
    ...impossibilities(promotionOf(row)).map(toProblem),
    ...(await unknownNames(asking, row, before)),
  ]
}

function problem(path: string, says: string): Problem {
  return {
    detail: `data.${path.replaceAll('/', '.').replaceAll(/\.(\d+)/g, '[$1]')} ${says}`,
    pointer: `/data/${path}`,
  }
}

function toProblem({ path, says }: { path: string; says: string }): Problem {
  return problem(path, says)
}

const ACTIONS: Readonly<Record<PromotionRow['scope'], readonly string[]>> = {
  item: ['percent', 'amount', 'fixed_price'],
  line_price: ['percent', 'amount', 'fixed_price'],
  line_total: ['percent', 'amount', 'fixed_price', 'buy_x_get_y', 'free_item'],
  cart: ['percent', 'amount', 'fixed_price'],
  shipping: ['percent', 'amount', 'fixed_price', 'free'],
}

/** Members that say nothing with this scope. */
function misplaced(row: PromotionRow): Problem[] {
  const { scope, action, target, when, basis, shipping_option_ids, trigger } = row
  const problems: Problem[] = []
  const allowed = ACTIONS[scope]
  if (!allowed.includes(action.kind))
    problems.push(problem('action/kind', `must be one of: ${allowed.join(', ')}, with the scope ${scope}.`))
  const instead = insteadOfTarget(row)
  if (instead !== null && Object.keys(target).length > 0) problems.push(problem('target', `must be empty ${instead}.`))
  if (scope !== 'shipping' && shipping_option_ids !== null)
    problems.push(problem('shipping_option_ids', 'is for the scope shipping.'))
  if (basis !== 'catalog_prices' && scope !== 'cart' && scope !== 'shipping')
    problems.push(problem('basis', 'must be catalog_prices, unless the scope is cart or shipping.'))
  if (scope === 'item' && trigger === 'coupon')
    problems.push(
      problem('trigger', 'must be automatic with the scope item: its prices are shown where there is no cart.'),
    )
  if (scope === 'item' && when !== null && asksFor(when, ['subtotal', 'quantity']))
    problems.push(
      problem('when', 'can ask for the shopper only with the scope item: its prices are shown where there is no cart.'),
    )
  return problems
}

/** What says what a promotion without a target is for; null when the target does. */
function insteadOfTarget({ scope, action }: PromotionRow): string | null {
  if (scope === 'shipping') return 'with the scope shipping: use shipping_option_ids'
  if (action.kind === 'buy_x_get_y') return 'with the action buy_x_get_y: use its buy and get'
  return action.kind === 'free_item' ? 'with the action free_item: use when' : null
}

/** An amount means something in one currency only. */
function withoutCurrency({ currency, action, when }: PromotionRow): Problem[] {
  const names =
    action.kind === 'amount' ||
    (action.kind === 'fixed_price' && action.amount > 0) ||
    (action.kind === 'percent' && action.max_discount !== null) ||
    (when !== null && asksFor(when, ['subtotal']))
  return names && currency === null ? [problem('currency', 'is required, since the promotion names amounts.')] : []
}

/** One that exists may be given an end in the past: that is how it is ended at once. */
function over({ now }: Asking, { end }: PromotionRow, before: PromotionRow | null): Problem[] {
  return before === null && end !== null && Date.parse(end) <= now
    ? [problem('end', 'is in the past: the promotion would never apply.')]
    : []
}

/** Names of things that the store does not have; what was there when it was named may go. */
async function unknownNames(
  { db, owner }: Asking,
  { currency, shipping_option_ids }: PromotionRow,
  before: PromotionRow | null,
): Promise<Problem[]> {
  const owner_id = ownerId(owner)
  const problems: Problem[] = []
  const isNew = currency !== null && currency !== before?.currency
  if (isNew && !(await rowExists(db, 'currencies', { owner_id, code: currency })))
    problems.push(problem('currency', `names ${currency}, which the store does not have.`))
  for (const [index, id] of (shipping_option_ids ?? []).entries()) {
    const isKnown = before?.shipping_option_ids?.includes(id) ?? false
    if (!isKnown && !(await rowExists(db, shippingOptions.table, { owner_id, id })))
      problems.push(problem(`shipping_option_ids/${index}`, 'names no shipping option of this store.'))
  }
  return problems
}
