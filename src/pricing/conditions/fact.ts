import type { TProperties } from 'typebox'
import type { ConditionContext, ShopperFacts } from '../condition-context.ts'
import type { Wording } from '../explanations/wording.ts'
import type { MoneyFormat } from '../money.ts'
import type { Key, Selector } from '../selectors/selector.ts'
import type { Requirement } from './clause.ts'

/**
 * The complete definition of a kind of fact, which is a condition that contains no others, each in its own file.
 * `facts.ts` lists them, and everything else is derived. `Missing` is the reason why the fact does not hold.
 */
export type FactKind<Of, Missing> = {
  /** The condition in words, for the documentation. */
  description: string
  /** Schemas of the members besides `kind`, as clients send them. */
  members: TProperties
  /** The fact as it is stored: ids in lower case. */
  canonical(fact: Of): Of
  /** Prices that are displayed without a cart cannot depend on one. */
  about: 'cart' | 'shopper'
  /** The shopper's data that must be read from the database; null if the request is enough. */
  reads: 'customer' | 'past_orders' | null
  /** True if it contains an amount, which is meaningful in one currency only. */
  namesAmount: boolean
  /** True if the promotion is hidden from shoppers for whom the fact does not hold. */
  isPrivate: boolean
  selectors(fact: Of): Readonly<Record<string, Selector>>
  /** Prepares the fact once for many evaluations. The test returns null if the fact holds. */
  test(fact: Of): (context: ConditionContext) => Missing | null
  needs(fact: Of): Needs
  /** The shopper's names that index rules of this kind; none if the fact has no keys of its kind. */
  names(shopper: ShopperFacts): readonly string[]
  /** A phrase without a capital and a period, so that it can be part of a sentence. */
  words(unmet: Missing, format: MoneyFormat): string
  /** The requirement in words. Only sellers read names that are private to the store. */
  requirement(fact: Of, wording: Wording): Requirement
  /** True if it holds for every cart and shopper, false if for none, null if that depends. */
  constant(fact: Of): boolean | null
  /** Only facts of one subject can contradict each other, except for units and the whole cart. */
  subject(fact: Of): string
  /** An impossible requirement of these facts, to follow "requires"; null if none is known. */
  clash(claims: Claims<Of>): string | null
  /** The units of a cart that satisfies these claims about one subject. */
  units(claims: Claims<Of>): Range
}

/** Facts of one subject, some of which hold and some do not. */
export type Claims<Of> = { holds: readonly Of[]; fails: readonly Of[] }

/** A cart's requirements for the condition to hold: one of the keys (null: unknown), and at least this subtotal. */
export type Needs = { keys: readonly Key[] | null; subtotal: number }

export const NO_NEEDS: Needs = { keys: null, subtotal: 0 }

/** The range from `least` (inclusive) to `below` (exclusive). */
export type Range = { least: number; below: number }

export const ANY_NUMBER: Range = { least: 0, below: Number.POSITIVE_INFINITY }

/** The range of an amount or a number of units that satisfies all claims. */
export function rangeOf({ holds, fails }: Claims<{ minimum: number }>): Range {
  return {
    least: Math.max(0, ...holds.map(({ minimum }) => minimum)),
    below: Math.min(Number.POSITIVE_INFINITY, ...fails.map(({ minimum }) => minimum)),
  }
}
