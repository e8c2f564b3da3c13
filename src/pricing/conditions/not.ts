import type { Operator } from './condition.ts'
import { NO_NEEDS } from './fact.ts'

export const not: Operator<'not'> = {
  description: 'The condition `of` does not hold.',

  test: ({ kind, of }, each) => {
    const test = each(of)
    return (context) => (test(context) === null ? { kind, of } : null)
  },

  needs: () => NO_NEEDS,

  words: ({ of }) => `an exception applies (${of.kind.replaceAll('_', ' ')})`,

  requirement: ({ of }, each) => {
    const { does, does_not } = each(of)
    return { does: does_not, does_not: does }
  },
}
