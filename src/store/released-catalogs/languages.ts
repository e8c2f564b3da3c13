import { bestFirst, LANGUAGE_TAG, type Locales, localize, rankLanguages } from '../../kernel/text/languages.ts'
import type { ProductOption } from '../catalog/product.ts'
import type { ReleasedRow } from './released-resource.ts'
import type { Category } from './rules/categories.ts'

type Release = { language?: string }

/** Presents rows of a release to one reader. */
export type RowReader = {
  /** Returns the row with its texts in the reader's language where they exist; `language` is that of the others. */
  localized(row: ReleasedRow, release: Release): ReleasedRow
  /** Name of a hierarchy or node in the reader's language. */
  nameOf(category: Category, release: Release): string
  /** Response headers; call after its rows were localized. */
  headers(): Record<string, string>
}

/** Sellers see texts as stored. */
export const AS_STORED: RowReader = { localized: (row) => row, nameOf: ({ name }) => name, headers: () => ({}) }

/** Returns the reader for a shopper's `Accept-Language`. */
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
      const { name, description, locales, options } = row
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

function textsOf({ display_name, display_value }: ProductOption) {
  return { display_name, display_value }
}

/** Further languages are ignored. */
const MAX_LANGUAGES = 20
const TAG = new RegExp(LANGUAGE_TAG)

/** Language tags of the header, highest weight first. Skips other ranges, such as `*`. */
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
