import { type TProperties, type TSchema, Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { oneOrMoreStrings } from '../../http/lists/lists.ts'

type Including = { owner_id: string; id: string }

/** Related resources that the query parameter `include` adds to a response. */
type Include = {
  /** Name of their list in `included`. */
  member: string
  schema: TSchema
  /** Reads the resources that the rows refer to, each once, as the API shows them. */
  read(db: Database, rows: readonly Including[], base_url: string): Promise<object[]>
}

export type Includes = Readonly<Record<string, Include>>

/** Schema of the query parameter `include`; empty for a resource without includes. */
export function includeParameter(includes: Includes | undefined): TProperties {
  if (includes === undefined) return {}
  const names = Object.keys(includes).map((name) => `\`${name}\``)
  const description = `Related resources to add as \`included\`, separated by commas: ${names.join(', ')}. Other names are ignored.`
  return { include: Type.Optional(oneOrMoreStrings({ description })) }
}

export function includedMember(includes: Includes | undefined): TProperties {
  if (includes === undefined) return {}
  const lists = Object.values(includes).map(
    ({ member, schema }) => [member, Type.Optional(Type.Array(schema))] as const,
  )
  return { included: Type.Optional(Type.Object(Object.fromEntries(lists))) }
}

/** Reads the resources that `include` in the query names, one list per known name. */
export async function readIncluded(
  { db, base_url }: { db: Database; base_url: string },
  includes: Includes = {},
  query: unknown,
  rows: readonly Including[],
): Promise<{ included?: Record<string, object[]> }> {
  const { include = '' } = query as { include?: string | string[] }
  const names = [...new Set([include].flat().join(',').split(','))].map((name) => name.trim())
  const known = names.flatMap((name) => (Object.hasOwn(includes, name) ? includes[name] : undefined) ?? [])
  if (known.length === 0) return {}
  const lists: [string, object[]][] = []
  for (const { member, read } of known) lists.push([member, await read(db, rows, base_url)])
  return { included: Object.fromEntries(lists) }
}
