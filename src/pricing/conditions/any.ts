import { clauseOf } from './clause.ts'
import type { Operator } from './condition.ts'

export const any: Operator<'any'> = {
  description: 'At least one condition in `of` holds.',

  test: ({ kind, of }, each) => {
    const tests = of.map(each)
    return (context) => {
      const unmet = []
      for (const test of tests) {
        const reason = test(context)
        if (reason === null) return null
        unmet.push(reason)
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

  words: ({ of }, _format, each) => of.map(each).join(', or ') || 'nothing that would fulfill it',

  requirement: ({ of }, each) => {
    const requirements = of.map(each)
    return {
      does: clauseOf(
        'any',
        requirements.map(({ does }) => does),
      ),
      does_not: clauseOf(
        'all',
        requirements.map(({ does_not }) => does_not),
      ),
    }
  },
}
