import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestFirst, type Locales, localize, rankLanguages } from '../../src/kernel/text/languages.ts'
import { parseAcceptLanguage } from '../../src/store/released-catalogs/languages.ts'
import { lawRuns } from '../support/measures/law-runs.ts'

/** Languages among the tags that suit a reader, best first. */
function suited(preferred: string, tags: string): string {
  const rank = rankLanguages(preferred.split(' '))
  const matching = tags.split(' ').filter((tag) => rank(tag) < Number.POSITIVE_INFINITY)
  return bestFirst(matching, rank).join(' ')
}

describe('rankLanguages', () => {
  test.each([
    ['fr-CA', 'en fr fr-FR fr-CA de', 'fr-CA fr fr-FR'],
    ['FR-ca', 'Fr FR-CA', 'FR-CA Fr'],
    ['fr', 'fr-CA fr-FR en', 'fr-CA fr-FR'],
    // RFC 4647, section 3.4.
    ['zh-Hant-CN-x-a-private', 'zh zh-Hant zh-Hant-CN zh-Hant-CN-x', 'zh-Hant-CN zh-Hant zh'],
    ['zh-TW', 'zh zh-CN zh-HK zh-Hans', 'zh-HK zh'],
    ['sr-Latn', 'sr sr-RS sr-Latn-RS', 'sr-Latn-RS sr'],
    ['en-GB', 'engrish eng fr', ''],
    ['fr-CA en', 'en-US en fr-FR fr', 'fr fr-FR en en-US'],
    ['abcd-1', 'abcd-2 abcd', 'abcd abcd-2'],
  ])('a reader of %s, with texts in %s, gets %s', (preferred, tags, best) => {
    expect(suited(preferred, tags)).toBe(best)
  })

  test('a reader without languages has no preference', () => {
    const rank = rankLanguages([])
    expect(bestFirst(['fr', 'en', 'de'], rank)).toEqual(['fr', 'en', 'de'])
    const own = { name: 'Mug' }
    expect(localize(own, { en: { name: 'Cup' } }, { language: 'en', rank })).toEqual({ texts: own, languages: ['en'] })
  })
})

describe('localize', () => {
  const own = { name: 'Mug', description: 'Holds coffee' }
  const locales: Locales = { 'fr-CA': { name: 'Tasse' }, fr: { description: 'Pour le café' }, de: { name: '' }, es: {} }
  const shown = (tag: string, language = 'en', texts: Record<string, string> = own) =>
    localize(texts, locales, { language, rank: rankLanguages([tag]) })

  test('each text falls back separately', () => {
    expect(shown('fr-CA')).toEqual({
      texts: { name: 'Tasse', description: 'Pour le café' },
      languages: ['fr-CA', 'fr'],
    })
    expect(shown('fr-CA', 'en', { name: 'Mug' })).toEqual({ texts: { name: 'Tasse' }, languages: ['fr-CA'] })
    expect(localize(own, { fr: { name: 'Tasse' } }, { language: 'en', rank: rankLanguages(['fr']) })).toEqual({
      texts: { name: 'Tasse', description: 'Holds coffee' },
      languages: ['fr', 'en'],
    })
  })

  test('keeps the original for a missing or empty translation, and an empty text has no language', () => {
    for (const tag of ['de', 'es', 'it']) expect(shown(tag)).toEqual({ texts: own, languages: ['en'] })
    const nameless = { name: 'Mug', description: '' }
    expect(shown('it', 'en', nameless)).toEqual({ texts: nameless, languages: ['en'] })
    expect(localize({ name: '' }, {}, { language: 'en', rank: () => 0 }).languages).toEqual([])
  })

  test('original texts count as texts in their language', () => {
    expect(shown('fr-CA', 'fr-CA').texts).toEqual({ name: 'Tasse', description: 'Holds coffee' })
    expect(shown('fr-BE', 'fr-FR').texts).toEqual({ name: 'Mug', description: 'Pour le café' })
    expect(shown('fr-BE', 'fr').texts).toEqual({ name: 'Mug', description: 'Pour le café' })
  })

  const tag = fc.constantFrom('en', 'fr', 'fr-CA', 'fr-FR', 'FR', 'zh-TW', 'zh-Hans', 'pt-BR')
  const text = fc.constantFrom('', 'a', 'b', 'c')
  const translations = fc.dictionary(tag, fc.record({ name: text, description: text }, { requiredKeys: [] }))

  test('returns each text in its best language, and names exactly the languages used', () => {
    fc.assert(
      fc.property(
        tag,
        tag,
        fc.record({ name: text, description: text }),
        translations,
        (preferred, language, own, all) => {
          const rank = rankLanguages([preferred])
          const { texts, languages } = localize(own, all, { language, rank })
          for (const member of ['name', 'description'] as const) {
            const sources = [...Object.entries(all), [language, own] as const]
            const having = sources.map(([tag, found]) => ({ rank: rank(tag), text: found[member] ?? '' }))
            const found = having.filter(({ text, rank }) => text !== '' && rank < Number.POSITIVE_INFINITY)
            const best = Math.min(...found.map(({ rank }) => rank))
            const allowed = found.filter(({ rank }) => rank === best).map(({ text }) => text)
            expect(allowed.length === 0 ? [own[member]] : allowed).toContain(texts[member])
            if (texts[member] !== '') expect(languages.map(rank)).toContain(best)
          }
          const needed = Object.values(texts).filter((one) => one !== '').length
          expect(languages.length).toBeLessThanOrEqual(needed)
          expect(languages.length === 0).toBe(needed === 0)
        },
      ),
      { numRuns: lawRuns(1_000) },
    )
  })
})

test.each([
  ['fr-CA, fr;q=0.9, en;q=0.8', ['fr-CA', 'fr', 'en']],
  ['en;q=0.8,fr', ['fr', 'en']],
  ['de ; Q=0.5 , en', ['en', 'de']],
  ['*', []],
  ['fr;q=0, en;q=x, no language, , en-US;q=0.1', ['en-US']],
  ['', []],
])('Accept-Language %j prefers %j', (header, tags) => {
  expect(parseAcceptLanguage(header)).toEqual(tags)
})
