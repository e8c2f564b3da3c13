import { joinWithOr } from '../conditions/clause.ts'
import type { Selector } from '../selectors/selector.ts'
import { alternatives, namedWords, type Wording } from './wording.ts'

/** A phrase for the items of a selector, and a phrase for a number of them. */
type ItemWords = { words: string; counted: (many: string) => string }

export function itemWords(selector: Selector, { names }: Wording): ItemWords {
  return names === null ? forShoppers(selector) : forSellers(selector, names)
}

/** Shoppers know items by their skus; categories and tags are private to the store. */
function forShoppers({ skus, not_skus = [], ...others }: Selector): ItemWords {
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

/** An item is in every list, and in none of the lists of `not_`. */
function forSellers(selector: Selector, names: ReadonlyMap<string, string>): ItemWords {
  const { not_skus, not_products, not_categories, not_tags, ...included } = selector
  const excluded = { skus: not_skus, products: not_products, categories: not_categories, tags: not_tags }
  const without = listWords(excluded, names).join(' or ')
  const which = [...listWords(included, names), ...(without === '' ? [] : [`except those ${without}`])]
  const rest = which.map((words) => ` ${words}`).join('')
  return { words: `items${rest}`, counted: (many) => `${many} ${many === '1' ? 'item' : 'items'}${rest}` }
}

type Lists = { [List in 'skus' | 'products' | 'categories' | 'tags']?: readonly string[] | undefined }

function listWords(
  { skus = [], products = [], categories = [], tags = [] }: Lists,
  names: ReadonlyMap<string, string>,
) {
  return [
    skus.length > 0 ? `with SKU ${alternatives(skus)}` : [],
    products.length > 0 ? `of ${namedWords(products, ['product', 'products'], names)}` : [],
    categories.length > 0 ? `in ${namedWords(categories, ['category', 'categories'], names)}` : [],
    tags.length > 0 ? `tagged ${alternatives(tags)}` : [],
  ].flat()
}
