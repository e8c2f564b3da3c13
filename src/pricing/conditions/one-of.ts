import type { MoneyFormat } from '../money.ts'
import type { ShopperFacts } from '../sheet.ts'
import type { Asked } from './clause.ts'
import type { Needs, Test } from './condition.ts'

type Named = 'segment' | 'account' | 'country' | 'channel'
type Wanted = { one_of: readonly string[] }

/** The shape of a condition that asks for one of several names; `asked` says it to shoppers. */
export function oneOf(
  kind: Named,
  read: (shopper: ShopperFacts) => readonly string[],
  asked: (names: readonly string[]) => Asked,
) {
  return {
    test({ one_of }: Wanted): Test {
      const wanted = new Set(one_of)
      return ({ shopper }) => {
        const is = read(shopper)
        return is.some((name) => wanted.has(name)) ? null : { kind, one_of, is }
      }
    },

    needs: ({ one_of }: Wanted): Needs => ({ keys: one_of.map((name) => ({ kind, name })), subtotal: 0 }),

    words: ({ one_of, is }: Wanted & { is: readonly string[] }, _format: MoneyFormat) =>
      `${kind} ${is.join(' and ') || 'unknown'}, needed: ${one_of.join(' or ') || 'none there is'}`,

    asks: ({ one_of }: Wanted): Asked =>
      one_of.length === 0 ? { does: 'for nobody', does_not: 'for everybody' } : asked(one_of),
  }
}

/** Who they are is nobody else's business, and what a store calls them neither. */
export const CERTAIN_CUSTOMERS: Asked = { does: 'for certain customers', does_not: 'for all but certain customers' }
