import { expect, test } from 'vitest'
import { sizesOfBuild, sizesOfExplorer } from '../support/chunks.ts'

const KILOBYTE = 1024
const MOST_SCRIPT = 300 * KILOBYTE
const MOST_STYLE = 45 * KILOBYTE
/** Maximum of additional scripts per page. */
const MOST_OF_A_PAGE = 40 * KILOBYTE

const { first, pages } = sizesOfBuild()

test('the first list costs at most 300 KB of scripts and 45 KB of styles, gzipped', () => {
  expect(first.scripts).toBeLessThanOrEqual(MOST_SCRIPT)
  expect(first.styles).toBeLessThanOrEqual(MOST_STYLE)
})

test('every additional page costs at most 40 KB of scripts, gzipped', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(([, size]) => size > MOST_OF_A_PAGE)).toEqual([])
})

test("the storefront's explorer costs at most 150 KB of scripts and 18 KB of styles, gzipped", () => {
  const { scripts, styles } = sizesOfExplorer()
  expect(scripts).toBeLessThanOrEqual(150 * KILOBYTE)
  expect(styles).toBeLessThanOrEqual(18 * KILOBYTE)
})
