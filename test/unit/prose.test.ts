import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commentsOf, type Prose, titlesOf } from '../support/documents/prose.ts'

/** Free relatives and bare prepositions; a comment begins with the thing or a verb. */
const OPENER = /^(what|whether|who|whom|whose|which|where|how|of|in|by|as|with|for)\b/i

/** Beginnings of fragments; a title is a sentence with its subject, or a verb whose subject is the group's title. */
const FRAGMENT =
  /^(what|whether|who|whose|which|where|how|of|in|by|as|with|without|for|from|to|at|on|and|or|but|nor|that|so)\b/i

/** Share of comments that may begin with an opener, where a sentence needs it. */
const MAX_SHARE = 0.005

const CODE = [
  'src/**/*.ts',
  'dashboard/src/**/*.{ts,tsx}',
  '{test,dashboard/test}/**/*.{ts,tsx}',
  '{bench,scripts,packaging,clients,dashboard/scripts}/**/*.{ts,mjs}',
]

const read = (glob: string, find: (file: string, source: string) => Prose[]) =>
  globSync(glob, { exclude: ['dashboard/src/generated/**'] })
    .sort()
    .flatMap((file) =>
      find(file, readFileSync(file, 'utf8')).map(({ line, text }) => ({ at: `${file}:${line}`, text })),
    )

describe.each(CODE)('comments of %s', (glob) => {
  test('begin with the thing or a verb', () => {
    const comments = read(glob, commentsOf)
    const found = comments.filter(({ text }) => OPENER.test(text))
    expect(comments.length).toBeGreaterThan(100)
    expect(
      found.length / comments.length,
      found.map(({ at, text }) => `${at}: ${text}`).join('\n'),
    ).toBeLessThanOrEqual(MAX_SHARE)
  })
})

test('titles of tests are sentences', () => {
  const titles = read('{test,dashboard/test}/**/*.test.{ts,tsx}', titlesOf)
  expect(titles.length).toBeGreaterThan(3_000)
  expect(titles.filter(({ text }) => FRAGMENT.test(text)).map(({ at, text }) => `${at}: ${text}`)).toEqual([])
})

test('comments and titles are found in a source', () => {
  const source = `// First line\n// and second.\nconst a = 1 // beside\n/** Of b. */\ntest('is c', f)\ntest.each([1])(\`d \${a}\`, f)\n`
  expect(commentsOf('a.ts', source).map(({ text }) => text)).toEqual(['First line and second.', 'beside', 'Of b.'])
  expect(titlesOf('a.ts', source)).toEqual([
    { line: 5, text: 'is c' },
    { line: 6, text: 'd …' },
  ])
})
