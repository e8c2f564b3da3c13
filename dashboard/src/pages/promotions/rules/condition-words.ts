import type { PromotionCondition, PromotionSelector } from '../../../generated/schema.ts'
import { alternatives, amountOf, type Draft, MISSING, named, unitsOf, type Wording } from './wording.ts'

export type ConditionDraft = Draft<PromotionCondition>

/** When a promotion holds: "from $50.00", "for segment vip and (to DE or to FR)". */
export function describeCondition(condition: ConditionDraft | undefined, words: Wording): string {
  switch (condition?.kind) {
    case 'subtotal':
      return `from ${amountOf(condition.minimum, words)}`
    case 'quantity':
      return `with at least ${unitsOf(condition.minimum)} of ${describeItems(condition.of, words)}`
    case 'first_order':
      return 'for first orders'
    case 'segment':
      return `for segment ${alternatives(condition.one_of)}`
    case 'channel':
      return `in channel ${alternatives(condition.one_of)}`
    case 'country':
      return `to ${alternatives(condition.one_of)}`
    case 'account':
      return `for account ${alternatives(named('account', condition.one_of, words))}`
    case 'all':
      return joined(condition.of, ' and ', words)
    case 'any':
      return joined(condition.of, ' or ', words)
    case 'not':
      return `unless ${condition.of === undefined ? MISSING : nested(condition.of, words)}`
    default:
      return `when ${MISSING}`
  }
}

/** Whether the condition depends on amounts of the cart. */
export function readsSubtotal(condition: ConditionDraft | undefined): boolean {
  switch (condition?.kind) {
    case 'subtotal':
      return true
    case 'all':
    case 'any':
      return (condition.of ?? []).some(readsSubtotal)
    case 'not':
      return readsSubtotal(condition.of)
    default:
      return false
  }
}

function joined(conditions: readonly ConditionDraft[] | undefined, word: string, words: Wording): string {
  if (conditions === undefined || conditions.length === 0) return `when ${MISSING}`
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return describeCondition(only, words)
  return Array.from(conditions, (condition) => nested(condition, words)).join(word)
}

/** In parentheses where it would be read otherwise. */
function nested(condition: ConditionDraft | undefined, words: Wording): string {
  const text = describeCondition(condition, words)
  return / (and|or) |^unless /.test(text) ? `(${text})` : text
}

/** Items that a selector selects: in every list, and in none of those of `not_`. */
export function describeItems(selector: Draft<PromotionSelector> | undefined, words: Wording): string {
  if (selector === undefined) return MISSING
  const { skus, products, categories, tags, not_skus, not_products, not_categories, not_tags } = selector
  const chosen = listsOf({ skus, products, categories, tags }, words)
  const exclusions = { skus: not_skus, products: not_products, categories: not_categories, tags: not_tags }
  const excluded = listsOf(exclusions, words)
  const items = chosen.length === 0 ? 'any items' : `items ${chosen.join(' and ')}`
  return excluded.length === 0 ? items : `${items} but those ${excluded.join(' and those ')}`
}

export function selectsAll(selector: Draft<PromotionSelector> | undefined | null): boolean {
  return Object.values(selector ?? {}).every((list) => list === undefined)
}

type Lists = { [Dimension in 'skus' | 'products' | 'categories' | 'tags']: readonly string[] | undefined }

function listsOf({ skus, products, categories, tags }: Lists, words: Wording): string[] {
  return [
    ...(skus === undefined ? [] : [`with SKU ${alternatives(skus)}`]),
    ...(products === undefined ? [] : [`of product ${alternatives(named('product', products, words))}`]),
    ...(categories === undefined ? [] : [`in category ${alternatives(named('category', categories, words))}`]),
    ...(tags === undefined ? [] : [`with tag ${alternatives(tags)}`]),
  ]
}
