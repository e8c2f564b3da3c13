import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const CSS = readFileSync(path.join(import.meta.dirname, '../../src/ui/theme/tokens.css'), 'utf8')
const COLORS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)
const GROUNDS = ['ground', 'surface', 'raised', 'hover', 'selected', 'sunken']

function names(prefix: string): string[] {
  return [...COLORS.keys()].filter((name) => name.startsWith(prefix))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const values = [one, other].map((name) => luminance(COLORS.get(name)?.[scheme] ?? ''))
  return (Math.max(...values) + 0.05) / (Math.min(...values) + 0.05)
}

function below(limit: number, fronts: string[], grounds: string[], scheme: 'light' | 'dark'): string[] {
  return fronts.flatMap((front) =>
    grounds
      .filter((ground) => !(contrast(front, ground, scheme) >= limit))
      .map((ground) => `${front} on ${ground}: ${contrast(front, ground, scheme).toFixed(2)}`),
  )
}

test.each(['light', 'dark'] as const)(
  'text has a contrast of 4.5:1 on every background, and shapes 3:1 (%s)',
  (scheme) => {
    expect(COLORS.size).toBeGreaterThan(20)
    expect(below(4.5, ['text', 'text-dim', 'accent', ...names('tone-')], GROUNDS, scheme)).toEqual([])
    // Keywords in code examples of the documentation.
    expect(below(4.5, ['series-5'], ['surface', 'sunken'], scheme)).toEqual([])
    expect(below(4.5, ['text', 'text-dim'], names('wash-'), scheme)).toEqual([])
    expect(below(3, [...names('fill-'), ...names('series-')], ['ground', 'surface', 'raised'], scheme)).toEqual([])
    for (const tone of ['ok', 'warning', 'failed'])
      expect(below(4.5, [`tone-${tone}`], [`wash-${tone}`], scheme)).toEqual([])
  },
)
