import { defineResource } from '../kit/resource.ts'
import { checkPromotion } from './check.ts'
import { attributes, limitsOf } from './promotion-row.ts'
import { Sentence, sentenceOf } from './sentence.ts'
import { startCounting } from './sql/counters.ts'
import { raiseRevision } from './sql/revision.ts'
import { deleteCountsOfPromotion } from './store.ts'

/** Promotions per store, including ended ones. If as many all apply, a cart of 20 lines takes 60 ms. */
const MAX_PROMOTIONS = 5_000

/** A discount of the store, with its conditions. docs/promotions.md describes how the engine applies it. */
export const promotions = defineResource({
  type: 'promotion',
  singular: 'promotion',
  tag: 'Promotions',
  area: 'promotions',
  table: 'promotions',
  path: '/promotions',
  event: null,
  limit: { max: MAX_PROMOTIONS },
  key: ['name'],
  references: {
    'shipping_option_ids.*': 'shipping_option',
    '**.products.*': 'product',
    '**.not_products.*': 'product',
    '**.categories.*': 'node',
    '**.not_categories.*': 'node',
  },
  attributes,
  shows: { meta: { sentence: Sentence } },
  show: (row) => ({ meta: { sentence: sentenceOf(row) } }),
  refuses: {
    promotion_type: 'Send `scope` and `action`.',
    schema: 'Send `when`, `target` and `action`.',
    automatic: 'Send `trigger`: `automatic` or `coupon`.',
    min_cart_value: 'Send `when` with the minimum value of the cart.',
    max_applications_per_cart: 'Send `usage_limit_per_shopper`, or an action that limits how often it applies.',
  },
  async prepare(work, { after, before }) {
    await raiseRevision(work.tx, after.owner_id)
    const problems = await checkPromotion({ db: work.tx, owner: work.owner, now: work.now }, after, before)
    if (problems.length > 0 || before === null) return problems
    const { owner_id, id } = after
    await startCounting(work.tx, { owner_id, id, column: 'promotion_id' }, limitsOf(before), limitsOf(after))
    return []
  },
  async beforeRemove(work, { owner_id, id }) {
    await raiseRevision(work.tx, owner_id)
    await deleteCountsOfPromotion(work.tx, owner_id, id)
  },
})
