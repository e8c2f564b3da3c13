import type { Schema } from '../../../../scripts/describe-operations.ts'
import { advanced, type Overrides } from '../../../kit/form/overrides.ts'

/** Members that say how the resource was shown, which few who publish change. */
const FOLDED: ReadonlySet<string> = new Set(['links', 'meta', 'relationships'])

/** The schema of a payload as the fields of a form. */
export function payloadFields(payload: Schema): { schema: Schema; overrides: Overrides } {
  // Titles are the names of shared shapes, such as Money; a field is called after its member.
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
