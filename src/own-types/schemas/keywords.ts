import type { Problem } from '../../kernel/errors.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'

/** Keywords whose values are data, whatever their members. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'example'])

type Keyword = { name: string; value: unknown; pointer: string }

/** Returns one problem for each reference to another document, because nothing is fetched. */
export function foreignReferences(schema: object): Problem[] {
  return referencesIn(schema)
    .filter(({ to }) => !to.startsWith('#'))
    .map(({ to, pointer }) => ({
      detail: `The reference ${JSON.stringify(to.slice(0, 100))} leads out of the schema: only references within it, such as "#/$defs/address", are followed.`,
      pointer,
    }))
}

/** Returns the pointers to this reference in a schema; that of the schema if there is none. */
export function pointersOfReference(schema: object, reference: string): string[] {
  const pointers = referencesIn(schema).flatMap(({ to, pointer }) => (to === reference ? [pointer] : []))
  return pointers.length > 0 ? pointers : ['/data/payload']
}

/** Returns one problem for each invalid regular expression. */
export function invalidPatterns(schema: object): Problem[] {
  return [...keywordsIn(schema)].flatMap(({ name, value, pointer }) => {
    const patterns = name === 'pattern' ? [value] : name === 'patternProperties' ? Object.keys(value ?? {}) : []
    return patterns.flatMap((pattern) => patternProblem(pattern, pointer))
  })
}

function patternProblem(pattern: unknown, pointer: string): Problem[] {
  if (typeof pattern !== 'string') return []
  try {
    new RegExp(pattern, 'u')
    return []
  } catch (error) {
    return [{ detail: `${error instanceof Error ? error.message : error}.`, pointer }]
  }
}

function referencesIn(schema: object): { to: string; pointer: string }[] {
  return [...keywordsIn(schema)].flatMap(({ name, value, pointer }) =>
    (name === '$ref' || name === '$dynamicRef') && typeof value === 'string' ? [{ to: value, pointer }] : [],
  )
}

/** Yields the members of a schema and all its subschemas, with their pointers into the request. */
function* keywordsIn(schema: object): Generator<Keyword> {
  const open: { value: object; pointer: string }[] = [{ value: schema, pointer: '/data/payload' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, value] of Object.entries(next.value)) {
      const keyword = { name, value, pointer: next.pointer + pointerStep(name) }
      yield keyword
      if (typeof value === 'object' && value !== null && !DATA.has(name)) open.push(keyword)
    }
  }
}
