import { bestFirst, LANGUAGE_TAG, type Locales, localize, rankLanguages } from '../../kernel/text/languages.ts'
import type { ProductOption } from '../catalog/product.ts'
import type { ReleasedRow } from './released-resource.ts'
import type { Category } from './rules/categories.ts'

type Release = { language?: string }

/** How rows of a release are shown to one reader. */
export type RowReader = {
  /** The row with its texts in the reader's language; those that it does not have in it are in `language`. */
  localized(row: ReleasedRow, release: Release): ReleasedRow
  /** The name of a hierarchy or node in the reader's language. */
  nameOf(category: Category, release: Release): string
  /** Headers of the response, once its rows are shown. */
  headers(): Record<string, string>
}

/** Sellers see what is stored. */
export const AS_STORED: RowReader = { localized: (row) => row, nameOf: ({ name }) => name, headers: () => ({}) }

/** A shopper with the preferences of `Accept-Language`. */
export function readerWith(accept_language: string | undefined): RowReader {
  const rank = rankLanguages(parseAcceptLanguage(accept_language ?? ''))
  const used = new Set<string>()
  const translate = <Member extends string>(
    language: string,
    own: Record<Member, string>,
    locales: Locales<Member> = {},
  ) => {
    const { texts, languages } = localize(own, locales, { language, rank })
    for (const one of languages) used.add(one)
    return texts
  }
  return {
    localized(row, { language }) {
      if (language === undefined) return row
      const { name, description, locales, options } = row as unknown as Texts
      return {
        ...row,
        ...translate(language, { name, description }, locales),
        ...(options && {
          options: options.map((one) => ({ ...one, ...translate(language, textsOf(one), one.locales) })),
        }),
      }
    },
    nameOf({ name, locales }, { language }) {
      return language === undefined ? name : translate(language, { name }, locales).name
    },
    headers: () => ({
      ...(used.size > 0 && { 'content-language': bestFirst(used, rank).join(', ') }),
    }),
  }
}

type Texts = {
  name: string
  description: string
  locales: Locales<'name' | 'description'>
  /** Of products. */
  options?: readonly ProductOption[]
}

function textsOf({ display_name, display_value }: ProductOption) {
  return { display_name, display_value }
}

/** Further ones are ignored. */
const MAX_LANGUAGES = 20
const TAG = new RegExp(LANGUAGE_TAG)

/** The language tags of the header, those with the highest weight first. What is no tag, such as `*`, is left out. */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',', MAX_LANGUAGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice('q='.length) ?? '1'
      return { tag, weight: Number(weight) }
    })
    .filter(({ tag, weight }) => TAG.test(tag) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
