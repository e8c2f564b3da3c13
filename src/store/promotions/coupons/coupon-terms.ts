import { notFound, type Problem } from '../../../kernel/errors.ts'
import type { ListField } from '../../../kernel/lists/list.ts'
import { integer, optional, time } from '../../kit/values/attribute.ts'
import type { Work } from '../../kit/work.ts'
import type { Limits } from '../sql/counters.ts'
import { selectTrigger } from '../store.ts'

export const CODE_CHARACTERS = '[A-Za-z0-9._-]'

const MAX_USES = 1_000_000_000

export const terms = {
  max_uses: optional(
    integer({ minimum: 1, maximum: MAX_USES, description: 'Total number of orders that may use it.' }),
  ),
  max_uses_per_shopper: optional(
    integer({ minimum: 1, maximum: MAX_USES, description: 'Orders of one shopper, identified by e-mail address.' }),
  ),
  start: optional(time({ description: 'From this time on; null: as the promotion.' })),
  end: optional(time({ description: 'Before this time; null: as the promotion.' })),
}

/** Codes are case-insensitive, also in lists. */
export const codeField = { kind: 'text', column: 'code', operators: ['ilike'] } as const satisfies ListField

/** Normalizes a code for comparisons. */
export function codeKeyOf(code: string): string {
  return code.toUpperCase()
}

export function limitsOfCoupon(row: { max_uses: number | null; max_uses_per_shopper: number | null }): Limits {
  return { all: row.max_uses, by_shopper: row.max_uses_per_shopper }
}

type Terms = { owner_id: string; promotion_id: string; start: string | null; end: string | null }

/** Returns the reasons why coupons with these terms could never apply. Throws `not_found` for an unknown promotion. */
export async function checkTerms(work: Work, row: Terms, before: Terms | null): Promise<Problem[]> {
  const problems = periodProblems(row)
  return before === null ? [...(await checkNew(work, row)), ...problems] : problems
}

function periodProblems({ start, end }: Pick<Terms, 'start' | 'end'>): Problem[] {
  if (start === null || end === null || Date.parse(end) > Date.parse(start)) return []
  return [{ detail: 'data.end must be later than start.', pointer: '/data/end' }]
}

/** Only new coupons are checked, because an existing coupon may get an end in the past, which ends it at once. */
async function checkNew({ tx, now }: Work, { owner_id, promotion_id, end }: Terms): Promise<Problem[]> {
  const trigger = await selectTrigger(tx, owner_id, promotion_id)
  if (trigger === undefined) throw notFound('promotion')
  const problems: Problem[] = []
  if (trigger !== 'coupon') problems.push({ detail: 'The promotion must have the trigger coupon.', pointer: '/data' })
  if (end !== null && Date.parse(end) <= now)
    problems.push({ detail: 'data.end is in the past: no coupon could be used.', pointer: '/data/end' })
  return problems
}
