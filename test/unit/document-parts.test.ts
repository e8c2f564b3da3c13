import { describe, expect, test } from 'vitest'
import { readApiDocument } from '../../src/docs/reference/document.ts'
import { partOf } from '../../src/docs/reference/part.ts'
import { operationsOf } from '../../src/http/document/operations.ts'
import { tagGroups } from '../../src/http/document/tags.ts'

const MAX_SIZE_BYTES = 500 * 1024

type Part = { paths: unknown; components: Record<string, Record<string, unknown>>; tags: { name: string }[] }

const whole = readApiDocument('http://localhost:8080')
const parts = tagGroups.map(({ name, tags }) => {
  const part = partOf(
    whole,
    tags.map((tag) => tag.name),
  ) as Part
  return { name, tags, part }
})

test('every operation is in exactly one part, unchanged', () => {
  const all = parts.flatMap(({ part }) => operationsOf(part))
  const byPlace = (one: { path: string; method: string }) => `${one.path} ${one.method}`
  const sorted = (operations: typeof all) => operations.toSorted((a, b) => byPlace(a).localeCompare(byPlace(b)))
  expect(sorted(all)).toEqual(sorted(operationsOf(whole)))
})

describe.each(parts)('$name', ({ part, tags }) => {
  const text = JSON.stringify(part)
  const referred = new Set([...text.matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)].map(([, reference]) => reference))

  test('has exactly the components that it refers to', () => {
    const { securitySchemes, ...components } = part.components
    const present = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    expect(present.sort()).toEqual([...referred].sort())
    expect(securitySchemes).toEqual(whole.components.securitySchemes)
  })

  test('has only its own tags, and is small', () => {
    expect(part.tags.map(({ name }) => name).sort()).toEqual(tags.map(({ name }) => name).sort())
    expect(text.length).toBeLessThan(MAX_SIZE_BYTES)
  })
})
