import { expect, test } from 'vitest'
import { sizesOf } from '../../../src/store/files/sizes/size.ts'

const picture = (width: number | null, height: number | null, mime_type = 'image/jpeg') => ({
  mime_type,
  width,
  height,
  checksum: 'aa' as string | null,
})

test('sizes are narrower than the picture, with the same proportions', () => {
  expect(sizesOf(picture(1000, 333))).toEqual([
    { width: 160, height: 53 },
    { width: 320, height: 107 },
    { width: 640, height: 213 },
  ])
  expect(sizesOf(picture(161, 8000))).toEqual([{ width: 160, height: 7950 }])
  expect(sizesOf(picture(5000, 1)).map(({ height }) => height)).toEqual([1, 1, 1, 1])
})

test.each([
  ['as narrow as the narrowest', picture(160, 900)],
  ['of unknown size', picture(null, null)],
  ['not of pixels', picture(800, 800, 'image/svg+xml')],
  ['of another format', picture(800, 800, 'image/tiff')],
  ['elsewhere', { ...picture(800, 800), checksum: null }],
  ['of more pixels than are decoded', picture(8192, 6145)],
  ['an AVIF of more', picture(4096, 3073, 'image/avif')],
])('a picture that is %s has no sizes', (_, file) => expect(sizesOf(file)).toEqual([]))

test('the largest pictures have all sizes', () => {
  for (const file of [picture(8192, 6144), picture(4096, 3072, 'image/avif')]) expect(sizesOf(file)).toHaveLength(4)
})
