import { type ConditionKind, NO_NEEDS } from './condition.ts'

export const not: ConditionKind<'not'> = {
  test: ({ kind, of }, each) => {
    const test = each(of)
    return (sheet) => (test(sheet) === null ? { kind, of } : null)
  },

  needs: () => NO_NEEDS,

  words: ({ of }) => `an exception applies (${of.kind.replaceAll('_', ' ')})`,

  asks: ({ of }, _format, each) => {
    const { does, does_not } = each(of)
    return { does: does_not, does_not: does }
  },
}
