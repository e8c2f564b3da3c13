import { resolved } from './body-places.ts'
import type { Promised } from './contract.ts'

type Json = Record<string, unknown>

/** Objects whose members are checked individually elsewhere. */
const FRAMES = new Set(['/data', '/data/attributes', '/data/relationships', '/data/meta'])

/**
 * Members nested in a member of `data` that only the response has, which a body may contain without effect, as
 * `operation /data/items/carrier`.
 */
export function nestedOnlyInResponses(document: Json, operations: readonly Promised[]): string[] {
  const found = operations.flatMap(({ operationId, method, path, body }) => {
    const response = responseOf(document, method, path)
    if (body === null || response === undefined) return []
    return [...only(document, body, [response], '')].map((pointer) => `${operationId} ${pointer}`)
  })
  return [...new Set(found)].sort()
}

function responseOf(document: Json, method: string, path: string): Json | undefined {
  const operation = (document.paths as Record<string, Record<string, Json>>)[path]?.[method.toLowerCase()]
  const responses = Object.entries((operation?.responses ?? {}) as Record<string, Json>)
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? []
  return (success?.content as Record<string, { schema: Json }> | undefined)?.['application/json']?.schema
}

const MAX_DEPTH = 8
/** Represents the values of a map. */
const VALUES = '*'

function* only(document: Json, body: Json, shown: readonly Json[], pointer: string): Generator<string> {
  if (pointer.split('/').length > MAX_DEPTH) return
  const branches = branchesOf(document, body)
  const known = new Set(branches.flatMap((branch) => Object.keys(membersOf(branch))))
  for (const branch of branches.filter((one) => Object.keys(membersOf(one)).length > 0)) {
    const same = shown.flatMap((one) => branchesOf(document, one)).filter((one) => isSameKind(branch, one))
    if (pointer.startsWith('/data/') && !FRAMES.has(pointer) && branch.additionalProperties === undefined)
      for (const name of same.flatMap((one) => Object.keys(membersOf(one))))
        if (!known.has(name) && name !== VALUES) yield `${pointer}/${name}`
    for (const [name, member] of Object.entries(membersOf(branch))) {
      const there = same.map((one) => membersOf(one)[name]).filter((one) => one !== undefined)
      yield* only(document, member, there, `${pointer}/${name}`)
    }
  }
}

function branchesOf(document: Json, given: Json): Json[] {
  const schema = resolved(document, given)
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return branches.flatMap((branch) => branchesOf(document, branch))
  return schema.items === undefined ? [schema] : branchesOf(document, schema.items as Json)
}

/** Values of a map, such as amounts by currency, count as a member. */
function membersOf({ properties, patternProperties }: Json): Record<string, Json> {
  const [values] = Object.values((patternProperties ?? {}) as Record<string, Json>)
  return { ...(properties as Record<string, Json> | undefined), ...(values !== undefined && { [VALUES]: values }) }
}

/** Compares types as the validation does. */
function isSameKind(body: Json, shown: Json): boolean {
  const [own, others] = [typesOf(body), typesOf(shown)]
  return own.length === 0 ? others.length === 0 : own.some((type) => others.includes(type))
}

function typesOf({ properties }: Json): readonly unknown[] {
  const { const: one, enum: several } = (properties as Record<string, Json> | undefined)?.type ?? {}
  return one === undefined ? ((several ?? []) as readonly unknown[]) : [one]
}
