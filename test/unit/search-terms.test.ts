import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchText } from '../../src/kernel/text/search-text.ts'
import { searchTerms } from '../../src/kernel/text/words.ts'

test('the search text of a text is its own, and the same for every case and normal form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
      const folded = searchText(text)
      expect(searchText(folded)).toBe(folded)
      // NFKC would separate a trademark from its word.
      const plain = text.replaceAll(/[©®℗™℠]/g, '')
      expect(searchText(plain.normalize(form))).toBe(folded)
      // Some historic letters share a capital with another letter.
      const capitals = folded.toUpperCase()
      if (capitals.toLowerCase() === folded) expect(searchText(capitals)).toBe(folded)
    }),
  )
})

test.each([
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['ŁÓDŹ', 'lodz'],
  ['Übergröße', 'ubergrosse'],
  ['STRASSE ẞ', 'strasse ss'],
  ['Smørrebrød Đà Nẵng Ærø œuvre', 'smorrebrod da nang aero oeuvre'],
  ['Ёлка ΟΔΟΣ οδός', 'елка οδοσ οδοσ'],
  ['冷蔵庫２０１８年製', '冷蔵庫2018年製'],
  ['ガラス ｶﾞﾗｽ', 'ガラス ガラス'],
  ['İstanbul Isparta ılık', 'istanbul isparta ilik'],
  ['Jack’s Acme™ ﬁne', "jack's acme fine"],
])('%s is searched as %s', (text, folded) => {
  expect(searchText(text)).toBe(folded)
})

describe('terms of a search', () => {
  const briefly = (keywords: string) =>
    searchTerms(keywords).map(({ word, folded, gram }) => [word ?? '', folded ?? '', gram ?? ''].join(' ').trim())

  test('are words as they are written and as they are compared', () => {
    expect(briefly('  Café-Table, CAFE\u0301! Acme™')).toEqual(['café cafe', 'table table', 'café cafe', 'acme acme'])
    expect(briefly('½ ﬁne')).toEqual(['1 1', '2 2', 'ﬁne fine'])
    expect(briefly(' -,.! ')).toEqual([])
  })

  test('are pairs of characters in scripts without spaces, and pictures', () => {
    expect(briefly('タワー')).toEqual(['タワー タワー タワ', 'ワー'])
    expect(briefly('塔')).toEqual(['塔 塔 塔'])
    expect(briefly('冷蔵庫２０１８年製')).toEqual(['冷蔵庫 冷蔵庫 冷蔵', '蔵庫', '2018 2018', '年製 年製 年製'])
    expect(briefly('lamp🎄')).toEqual(['lamp lamp', '🎄 🎄 🎄'])
    expect(briefly('❤️')).toEqual(['❤ ❤ ❤'])
  })

  test('are at most twenty', () => {
    expect(searchTerms(Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '))).toHaveLength(20)
    expect(searchTerms('東'.repeat(100))).toHaveLength(20)
  })
})
