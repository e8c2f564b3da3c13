import type { Schema } from '../../../../scripts/describe-operations.ts'
import { advanced, type Overrides } from '../../../kit/form/overrides.ts'

/** Members about the representation of the resource, which producers rarely change. */
const FOLDED: ReadonlySet<string> = new Set(['links', 'meta', 'relationships'])

/** Schema and overrides of a payload form. */
export function payloadFields(payload: Schema): { schema: Schema; overrides: Overrides } {
  // Titles name shared schemas, such as Money, so the label comes from the member instead.
  const schema = JSON.parse(JSON.stringify(payload, (name, one) => (isTitle(name, one) ? undefined : one)))
  return { schema, overrides: Object.fromEntries(foldedIn(schema, []).map((path) => [path.join('.'), advanced])) }
}

const isTitle = (name: string, value: unknown) => name === 'title' && typeof value === 'string'

function foldedIn(schema: Schema, path: readonly string[]): (readonly string[])[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    FOLDED.has(name) && path.length > 0 ? [[...path, name]] : foldedIn(one, [...path, name]),
  )
  const items = schema.items === undefined ? [] : foldedIn(schema.items, [...path, '*'])
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => foldedIn(one, path))
  return [...members, ...items, ...variants]
}
