type Json = Record<string, unknown>

/**
 * A value of the schema with every member, and with the last branch of each union; the other branches are tried
 * elsewhere.
 */
export function sampleOf(schema: Json): unknown {
  const branch = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).at(-1)
  if (branch !== undefined) return branch.type === 'null' ? null : sampleOf(branch)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, member]) => [
          name,
          sampleOf(member),
        ]),
      )
    case 'array':
      return [sampleOf((schema.items ?? {}) as Json)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return String(schema.format).endsWith('date-time')
        ? '2026-11-20T17:46:03.120Z'
        : '00000000-0000-7000-8000-000000000000'
  }
}
