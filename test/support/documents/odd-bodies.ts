import fc from 'fast-check'
import { anyText } from '../any-text.ts'

/** Bodies that differ from a valid body in one location, or entirely. */
export function nearly(valid: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(fc.constantFrom(...placesIn(valid)), odd).map(([place, by]) => replaced(valid, place, by)),
    },
    { weight: 1, arbitrary: odd },
  )
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  anyText({ maxLength: 30 }),
  fc.constantFrom<unknown>(undefined, null, '', 0, -1, 1e308, 2 ** 53, [], {}, [[]], 'x'.repeat(20_000), '\u0000'),
  fc.constantFrom('stomp', 'aws_sqs', 'order.deleted', 'no.such', 'integration', '__proto__', 'https://x.example'),
)

/** Paths of every member and element in a JSON value. */
function placesIn(value: unknown, place: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Object.entries(value).flatMap(([name, member]) => placesIn(member, [...place, name]))
  return place.length === 0 && inner.length > 0 ? inner : [place, ...inner]
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  const members = Object.entries(value as object).map(([key, member]) => [
    key,
    key === name ? replaced(member, rest, by) : member,
  ])
  const object = Object.fromEntries(members)
  return Array.isArray(value) ? Object.values(object) : JSON.parse(JSON.stringify(object))
}
