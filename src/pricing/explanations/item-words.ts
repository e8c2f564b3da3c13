import { joinWithOr } from '../conditions/clause.ts'
import type { Selector } from '../selectors/selector.ts'

/** A phrase for the items of a selector, and one for a number of them. */
type ItemWords = { words: string; counted: (many: string) => string }

/** For shoppers, who know items by their skus; categories and tags are private to the store. */
export function itemWords({ skus, not_skus = [], ...others }: Selector): ItemWords {
  const certain = named('certain items')
  if (Object.entries(others).some(([list, names]) => !list.startsWith('not_') || names.length > 0)) return certain
  if (skus === undefined) return not_skus.length === 0 ? plain('items') : plain(but(not_skus))
  return not_skus.length === 0 ? named(joinWithOr(skus, 'certain items')) : certain
}

function but(skus: readonly string[]): string {
  return `items other than ${joinWithOr(skus, 'certain ones')}`
}

function named(words: string): ItemWords {
  return { words, counted: (many) => `${many} of ${words}` }
}

function plain(words: string): ItemWords {
  return { words, counted: (many) => `${many} ${words}` }
}
