import { clauseOf } from './clause.ts'
import type { ConditionKind } from './condition.ts'

export const any: ConditionKind<'any'> = {
  test: ({ kind, of }, each) => {
    const tests = of.map(each)
    return (sheet) => {
      const unmet = []
      for (const test of tests) {
        const why = test(sheet)
        if (why === null) return null
        unmet.push(why)
      }
      return { kind, of: unmet }
    }
  },

  needs: ({ of }, each) => {
    const needs = of.map(each)
    const keys = needs.map((need) => need.keys)
    return {
      keys: keys.includes(null) ? null : keys.flatMap((list) => list ?? []),
      subtotal: Math.min(...needs.map(({ subtotal }) => subtotal)),
    }
  },

  words: ({ of }, _format, each) => of.map(each).join(', or ') || 'nothing that would fulfil it',

  asks: ({ of }, _format, each) => {
    const asked = of.map(each)
    return {
      does: clauseOf(
        'any',
        asked.map(({ does }) => does),
      ),
      does_not: clauseOf(
        'all',
        asked.map(({ does_not }) => does_not),
      ),
    }
  },
}
