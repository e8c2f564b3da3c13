import { clauseOf } from './clause.ts'
import type { ConditionKind, Needs } from './condition.ts'

export const all: ConditionKind<'all'> = {
  test: ({ kind, of }, each) => {
    const tests = of.map(each)
    return (sheet) => {
      const unmet = tests.flatMap((test) => test(sheet) ?? [])
      return unmet.length === 0 ? null : { kind, of: unmet }
    }
  },

  needs: ({ of }, each) => {
    const needs = of.map(each)
    return { keys: shortest(needs), subtotal: Math.max(0, ...needs.map(({ subtotal }) => subtotal)) }
  },

  words: ({ of }, _format, each) => of.map(each).join('; '),

  asks: ({ of }, _format, each) => {
    const asked = of.map(each)
    return {
      does: clauseOf(
        'all',
        asked.map(({ does }) => does),
      ),
      does_not: clauseOf(
        'any',
        asked.map(({ does_not }) => does_not),
      ),
    }
  },
}

function shortest(needs: readonly Needs[]): Needs['keys'] {
  const known = needs.flatMap(({ keys }) => (keys === null ? [] : [keys]))
  return known.sort((one, other) => one.length - other.length)[0] ?? null
}
