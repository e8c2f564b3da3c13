import { expect, test } from 'vitest'
import type { Validation } from '../../../src/store/custom-apis/rules/definition.ts'
import { readEntry } from '../../../src/store/custom-apis/rules/read-entry.ts'

function fieldsWith(count: number, validation: Validation) {
  return Array.from({ length: count }, (_, index) => ({
    ...{
      id: `id${index}`,
      slug: `f${index}`,
      field_type: 'string' as const,
      presence: 'optional' as const,
      use_as_url_slug: false,
      validation,
    },
  }))
}

const COSTLY = '(?:[^x]?){240}[yz]$'

test('limits pattern matching per body, and names the text beyond the limit', () => {
  const fields = fieldsWith(100, { regexp: COSTLY })
  const sent = Object.fromEntries(fields.map(({ slug }) => [slug, 'a'.repeat(9_900)]))
  const began = process.cpuUsage()
  const { problems } = readEntry('thing_ext', fields, sent, null)
  const { user } = process.cpuUsage(began)
  expect(problems).toHaveLength(100)
  expect(problems.at(-1)?.detail).toMatch(
    /^data\.f99 must have at most \d+ characters: patterns may take 6000000 steps for the texts of one body together, and the pattern of this field takes \d+ for each character\.$/,
  )
  // The unlimited matching would take ten seconds.
  expect(user / 1_000).toBeLessThan(3_000)
})

test('matches common patterns in every field of a large body', () => {
  const fields = fieldsWith(100, { regexp: '^[a-z]{2,64}@example\\.com$' })
  const sent = Object.fromEntries(fields.map(({ slug }) => [slug, `${'a'.repeat(60)}@example.com`]))
  expect(readEntry('thing_ext', fields, sent, null).problems).toEqual([])
})

test('matches the longest text with the costliest pattern of a field', () => {
  const fields = fieldsWith(1, { regexp: '(?:[^x]?){245}[yz]?$' })
  expect(readEntry('thing_ext', fields, { f0: 'a'.repeat(10_000) }, null).problems).toEqual([])
})

test('names at most a hundred unknown members', () => {
  const sent = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`u${index}`, 1]))
  expect(readEntry('thing_ext', fieldsWith(100, {}), sent, null).problems).toHaveLength(100)
})
