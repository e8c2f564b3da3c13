import { notFound, type Problem } from '../../../kernel/errors.ts'
import type { ListField } from '../../../kernel/list.ts'
import { integer, optional, time } from '../../kit/attribute.ts'
import type { Work } from '../../kit/work.ts'
import type { Limits } from '../counters.ts'
import { selectTrigger } from '../store.ts'

export const CODE_CHARACTERS = '[A-Za-z0-9._-]'

const MOST_USES = 1_000_000_000

/** What is said of a coupon alone and of a batch of them alike. */
export const terms = {
  max_uses: optional(integer({ minimum: 1, maximum: MOST_USES, description: 'Orders that may use it in all.' })),
  max_uses_per_shopper: optional(
    integer({ minimum: 1, maximum: MOST_USES, description: 'Orders of one shopper, known by the e-mail address.' }),
  ),
  start: optional(time({ description: 'From this moment on; null: as long as the promotion.' })),
  end: optional(time({ description: 'Until before this moment; null: as long as the promotion.' })),
}

/** Shoppers write a code in any case, so a list must not miss one for its case. */
export const codeField = { kind: 'text', column: 'code', operators: ['ilike'] } as const satisfies ListField

/** A code as it is compared. */
export function codeKeyOf(code: string): string {
  return code.toUpperCase()
}

export function limitsOfCoupon(row: { max_uses: number | null; max_uses_per_shopper: number | null }): Limits {
  return { all: row.max_uses, by_shopper: row.max_uses_per_shopper }
}

type Terms = { owner_id: string; promotion_id: string; start: string | null; end: string | null }

/** What keeps a coupon, or a batch of them, from ever being of use. Throws `not_found` for the promotion. */
export async function checkTerms(work: Work, row: Terms, before: Terms | null): Promise<Problem[]> {
  const problems = over(row)
  return before === null ? [...(await checkNew(work, row)), ...problems] : problems
}

function over({ start, end }: Pick<Terms, 'start' | 'end'>): Problem[] {
  if (start === null || end === null || Date.parse(end) > Date.parse(start)) return []
  return [{ detail: 'data.end must be later than start.', pointer: '/data/end' }]
}

/** One that exists may be given an end in the past: that is how it is ended at once. */
async function checkNew({ tx, now }: Work, { owner_id, promotion_id, end }: Terms): Promise<Problem[]> {
  const trigger = await selectTrigger(tx, owner_id, promotion_id)
  if (trigger === undefined) throw notFound('promotion')
  const problems: Problem[] = []
  if (trigger !== 'coupon')
    problems.push({ detail: 'The promotion must have the trigger coupon: this one needs none.', pointer: '/data' })
  if (end !== null && Date.parse(end) <= now)
    problems.push({ detail: 'data.end is in the past: no coupon could be used.', pointer: '/data/end' })
  return problems
}
