import { actionsIn, kindOfAction } from '../../../pricing/actions/kinds.ts'
import { hasFact } from '../../../pricing/conditions/kinds.ts'
import type { PromotionRow } from '../promotion-row.ts'

/** Path of a member, and the predicate of the error sentence about it. */
type Misplaced = { path: string; predicate: string }

/** Finds members that are not allowed in combination with the others, and a missing currency. */
export function misplacedMembers(row: PromotionRow): Misplaced[] {
  return [
    ...misplacedAction(row),
    ...misplacedTarget(row),
    ...misplacedOptions(row),
    ...dependentOnCart(row),
    ...missingCurrency(row),
  ]
}

function misplacedAction({ scope, action }: PromotionRow): Misplaced[] {
  const allowed = actionsIn(scope)
  if (allowed.includes(action.kind)) return []
  return [{ path: 'action/kind', predicate: `must be one of: ${allowed.join(', ')}, with the scope ${scope}.` }]
}

function misplacedTarget({ scope, action, target }: PromotionRow): Misplaced[] {
  if (Object.keys(target).length === 0) return []
  const { items } = kindOfAction(action)
  if (scope === 'shipping')
    return [{ path: 'target', predicate: 'must be empty with the scope shipping: use shipping_option_ids.' }]
  if (items === null) return []
  return [{ path: 'target', predicate: `must be empty with the action ${action.kind}: use ${items.instead}.` }]
}

function misplacedOptions({ scope, basis, shipping_option_ids }: PromotionRow): Misplaced[] {
  const problems: Misplaced[] = []
  if (scope !== 'shipping' && shipping_option_ids !== null)
    problems.push({ path: 'shipping_option_ids', predicate: 'is only allowed with the scope shipping.' })
  if (basis !== 'catalog_prices' && scope !== 'cart' && scope !== 'shipping')
    problems.push({ path: 'basis', predicate: 'must be catalog_prices, unless the scope is cart or shipping.' })
  return problems
}

/** Finds members that depend on a cart although the scope's prices are displayed without a cart. */
function dependentOnCart({ scope, trigger, when }: PromotionRow): Misplaced[] {
  if (scope !== 'item') return []
  const reason = 'with the scope item: its prices are displayed where there is no cart.'
  const problems: Misplaced[] = []
  if (trigger === 'coupon') problems.push({ path: 'trigger', predicate: `must be automatic ${reason}` })
  if (when !== null && hasFact(when, ({ about }) => about === 'cart'))
    problems.push({ path: 'when', predicate: `can only have conditions about the shopper ${reason}` })
  return problems
}

function missingCurrency({ currency, action, when }: PromotionRow): Misplaced[] {
  const namesAmount =
    kindOfAction(action).namesAmount(action) || (when !== null && hasFact(when, (kind) => kind.namesAmount))
  if (currency !== null || !namesAmount) return []
  return [{ path: 'currency', predicate: 'is required, since the promotion names amounts.' }]
}
