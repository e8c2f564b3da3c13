import type { TProperties } from 'typebox'
import type { ConditionContext, ShopperFacts } from '../condition-context.ts'
import type { Wording } from '../explanations/wording.ts'
import type { MoneyFormat } from '../money.ts'
import type { Key, Selector } from '../selectors/selector.ts'
import type { Requirement } from './clause.ts'

/**
 * The complete definition of a kind of fact, a condition that contains no others, each in a file of its own. `facts.ts` lists
 * them, and everything else is derived. `Missing` is the reason why the fact does not hold.
 */
export type FactKind<Of, Missing> = {
  /** When it holds, for the documentation. */
  description: string
  /** Schemas of the members besides `kind`, as they are sent. */
  members: TProperties
  /** The fact as it is stored: ids in lower case. */
  canonical(fact: Of): Of
  /** Prices that are displayed without a cart cannot depend on one. */
  about: 'cart' | 'shopper'
  /** The data about the shopper that must be read from the database; null if the request is enough. */
  reads: 'customer' | 'past_orders' | null
  /** Whether it names an amount, which has a meaning in one currency only. */
  namesAmount: boolean
  /** Whether the promotion is hidden from shoppers for whom the fact does not hold. */
  isPrivate: boolean
  /** The selectors of the fact by member. */
  selectors(fact: Of): Readonly<Record<string, Selector>>
  /** Prepares the fact once for many evaluations. The test returns null when it holds. */
  test(fact: Of): (context: ConditionContext) => Missing | null
  needs(fact: Of): Needs
  /** The names of a shopper under which rules are found; none when the fact has no keys of its kind. */
  names(shopper: ShopperFacts): readonly string[]
  /** Without a capital and a full stop, so that it can be part of a sentence. */
  words(unmet: Missing, format: MoneyFormat): string
  /** Names what is private to the store to sellers only. */
  requirement(fact: Of, wording: Wording): Requirement
  /** True when it holds for every cart and shopper, false when for none, null when that depends. */
  constant(fact: Of): boolean | null
  /** Only facts of one subject can contradict each other, except for units and the whole cart. */
  subject(fact: Of): string
  /** An impossible requirement of these facts, to follow "requires"; null if none is known. */
  clash(claims: Claims<Of>): string | null
  /** The units of a cart that satisfies these claims about one subject. */
  units(claims: Claims<Of>): Range
}

/** Facts of one subject of which some hold and some do not. */
export type Claims<Of> = { holds: readonly Of[]; fails: readonly Of[] }

/** What a cart must have for the condition to hold: one of the keys (null: unknown), and at least this subtotal. */
export type Needs = { keys: readonly Key[] | null; subtotal: number }

export const NO_NEEDS: Needs = { keys: null, subtotal: 0 }

/** At least `least`, and below `below`. */
export type Range = { least: number; below: number }

export const ANY_NUMBER: Range = { least: 0, below: Number.POSITIVE_INFINITY }

/** The range of an amount or a number of units that satisfies all claims. */
export function rangeOf({ holds, fails }: Claims<{ minimum: number }>): Range {
  return {
    least: Math.max(0, ...holds.map(({ minimum }) => minimum)),
    below: Math.min(Number.POSITIVE_INFINITY, ...fails.map(({ minimum }) => minimum)),
  }
}
