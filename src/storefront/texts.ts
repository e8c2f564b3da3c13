import { bestFirst, type Locales, type Localized, localize } from '../kernel/text/languages.ts'
import type { StorefrontContext } from './context.ts'

/** Texts of the store with their translations. `language` (BCP 47) is that of `own`. */
export type Texts<Member extends string> = {
  own: Readonly<Record<Member, string>>
  language: string
  locales?: Locales<NoInfer<Member>> | null | undefined
}

/** Each text in the shopper's language if translated, otherwise the original. */
export function localized<Member extends string>(
  { locale }: Pick<StorefrontContext, 'locale'>,
  { own, language, locales }: Texts<Member>,
): Localized<Member> {
  return localize(own, locale === null ? {} : (locales ?? {}), { language, rank: locale?.rank ?? UNRANKED })
}

const UNRANKED = () => Number.POSITIVE_INFINITY

export function sortLanguages({ locale }: Pick<StorefrontContext, 'locale'>, languages: readonly string[]): string[] {
  return bestFirst(languages, locale?.rank ?? UNRANKED)
}
