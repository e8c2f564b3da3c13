import { defineResource } from '../kit/resource.ts'
import { checkPromotion } from './check.ts'
import { countFromNowOn } from './counters.ts'
import { attributes, limitsOf } from './promotion-row.ts'
import { raiseRevision } from './revision.ts'
import { forgetUsesOfPromotion } from './store.ts'

/** What the store takes off, from whom and for what. The engine applies it: see docs/promotions.md. */
export const promotions = defineResource({
  type: 'promotion',
  one: 'promotion',
  tag: 'Promotions',
  table: 'promotions',
  path: '/promotions',
  event: null,
  attributes,
  async prepare(work, { after, before }) {
    await raiseRevision(work.tx, after.owner_id)
    const problems = await checkPromotion({ db: work.tx, owner: work.owner, now: work.now }, after, before)
    if (problems.length > 0 || before === null) return problems
    const { owner_id, id } = after
    await countFromNowOn(work.tx, { owner_id, id, column: 'promotion_id' }, limitsOf(before), limitsOf(after))
    return []
  },
  async beforeRemove(work, { owner_id, id }) {
    await raiseRevision(work.tx, owner_id)
    await forgetUsesOfPromotion(work.tx, owner_id, id)
  },
})
