import type { ConditionContext, ShopperFacts } from '../condition-context.ts'
import type { Wording } from '../explanations/wording.ts'
import { Name, NamesOf } from '../members.ts'
import type { Requirement } from './clause.ts'
import { ANY_NUMBER, type Claims, type Needs } from './fact.ts'

export type OneOf<Kind extends string> = { kind: Kind; one_of: readonly string[] }
export type MissingName<Kind extends string> = OneOf<Kind> & { is: readonly string[] }

/** The common part of kinds of facts that require one of several names of the shopper. */
export function oneOf<Kind extends string>(
  kind: Kind,
  names: (shopper: ShopperFacts) => readonly string[],
  requirement: (names: readonly string[], wording: Wording) => Requirement,
) {
  return {
    members: { one_of: NamesOf(Name) },
    canonical: (fact: OneOf<Kind>) => fact,
    about: 'shopper',
    reads: null,
    namesAmount: false,
    isPrivate: false,
    selectors: () => ({}),

    test({ one_of }: OneOf<Kind>): (context: ConditionContext) => MissingName<Kind> | null {
      const included = new Set(one_of)
      return ({ shopper }) => {
        const is = names(shopper)
        return is.some((name) => included.has(name)) ? null : { kind, one_of, is }
      }
    },

    needs: ({ one_of }: OneOf<Kind>): Needs => ({ keys: one_of.map((name) => ({ kind, name })), subtotal: 0 }),
    names,

    words: ({ one_of, is }: MissingName<Kind>) =>
      `${kind} ${is.join(' and ') || 'unknown'}, needed: ${one_of.join(' or ') || 'none'}`,

    requirement: ({ one_of }: OneOf<Kind>, wording: Wording): Requirement =>
      one_of.length === 0 ? { does: 'for no one', does_not: 'for everyone' } : requirement(one_of, wording),

    constant: () => null,
    subject: (fact: OneOf<Kind>) => fact.kind,
    clash: (claims: Claims<OneOf<Kind>>) => (leavesName(claims) ? null : noneLeft(kind)),
    units: () => ANY_NUMBER,
  } as const
}

/** Segments and accounts are private, and so are their names: only sellers read them. */
export function privateRequirement(preposition: string, customers: string, words: string | null): Requirement {
  return words === null
    ? { does: `${preposition} certain ${customers}`, does_not: `${preposition} all but certain ${customers}` }
    : { does: `${preposition} ${words}`, does_not: `not ${preposition} ${words}` }
}

export function noneLeft(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} and leaves none`
}

/**
 * True if some name is in all lists that hold and in none that fails, since a shopper has only one name of the kind.
 */
function leavesName({ holds, fails }: Claims<{ one_of: readonly string[] }>): boolean {
  const excluded = new Set(fails.flatMap(({ one_of }) => one_of))
  const [first, ...others] = holds.map(({ one_of }) => new Set(one_of))
  if (first === undefined) return true
  return [...first].some((name) => !excluded.has(name) && others.every((names) => names.has(name)))
}
