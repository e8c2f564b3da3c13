import { clauseOf } from './clause.ts'
import type { Operator } from './condition.ts'
import type { Needs } from './fact.ts'

export const all: Operator<'all'> = {
  description: 'Every condition in `of` holds.',

  test: ({ kind, of }, each) => {
    const tests = of.map(each)
    return (context) => {
      const unmet = tests.flatMap((test) => test(context) ?? [])
      return unmet.length === 0 ? null : { kind, of: unmet }
    }
  },

  needs: ({ of }, each) => {
    const needs = of.map(each)
    return { keys: shortest(needs), subtotal: Math.max(0, ...needs.map(({ subtotal }) => subtotal)) }
  },

  words: ({ of }, _format, each) => of.map(each).join('; '),

  requirement: ({ of }, each) => {
    const requirements = of.map(each)
    return {
      does: clauseOf(
        'all',
        requirements.map(({ does }) => does),
      ),
      does_not: clauseOf(
        'any',
        requirements.map(({ does_not }) => does_not),
      ),
    }
  },
}

function shortest(needs: readonly Needs[]): Needs['keys'] {
  const known = needs.flatMap(({ keys }) => (keys === null ? [] : [keys]))
  return known.sort((one, other) => one.length - other.length)[0] ?? null
}
