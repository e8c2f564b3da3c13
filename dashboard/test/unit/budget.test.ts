import { expect, test } from 'vitest'
import { sizesOfBuild, sizesOfExplorer } from '../support/chunks.ts'

const KILOBYTE = 1024
const MAX_SCRIPT_BYTES = 300 * KILOBYTE
const MAX_STYLE_BYTES = 45 * KILOBYTE
/** Maximum of additional scripts per page. */
const MAX_PAGE_BYTES = 40 * KILOBYTE

const { first, pages } = sizesOfBuild()

test('the first list costs at most 300 KB of scripts and 45 KB of styles, gzipped', () => {
  expect(first.scripts).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  expect(first.styles).toBeLessThanOrEqual(MAX_STYLE_BYTES)
})

test('every additional page costs at most 40 KB of scripts, gzipped', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(([, size]) => size > MAX_PAGE_BYTES)).toEqual([])
})

test("the storefront's explorer costs at most 150 KB of scripts and 18 KB of styles, gzipped", () => {
  const { scripts, styles } = sizesOfExplorer()
  expect(scripts).toBeLessThanOrEqual(150 * KILOBYTE)
  expect(styles).toBeLessThanOrEqual(18 * KILOBYTE)
})
