import { expect, test } from 'vitest'
import { afterDeletion, previewSentences } from '../../src/pages/catalog/rules/release-words.ts'

const NONE = { created: 0, updated: 0, deleted: 0 }
const nothing = { products: { ...NONE, prices_updated: 0 }, nodes: NONE, hierarchies: NONE }

test('a preview has sentences only about changes', () => {
  expect(previewSentences(nothing)).toEqual([])
  expect(previewSentences({ ...nothing, products: { ...NONE, updated: 1, prices_updated: 1 } })).toEqual([
    '1 product changes.',
    'One of them has another price.',
  ])
  expect(
    previewSentences({
      products: { created: 2, updated: 1200, deleted: 1, prices_updated: 3 },
      nodes: NONE,
      hierarchies: { ...NONE, deleted: 2 },
    }),
  ).toEqual([
    '1,200 products change, 2 are added, 1 is removed.',
    '2 hierarchies are removed.',
    '3 of them have another price.',
  ])
})

const release = (id: string, release_status: string) => ({ id, meta: { release_status, created_at: id } })

test('shoppers get the previous release only if the newest published one is deleted', () => {
  const all = [release('4', 'FAILED'), release('3', 'PUBLISHED'), release('2', 'PUBLISHED'), release('1', 'PUBLISHED')]
  expect(afterDeletion(all, '4')).toEqual({ same: true })
  expect(afterDeletion(all, '2')).toEqual({ same: true })
  expect(afterDeletion(all, '3')).toEqual({ same: false, next: all[2] })
  expect(afterDeletion(all.slice(3), '1')).toEqual({ same: false, next: null })
})
