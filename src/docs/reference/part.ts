import { isObject } from '../../kernel/json/json.ts'
import type { ApiDocument } from './document.ts'

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * A complete OpenAPI document of the operations below some headings, with the components that they refer to, for
 * generators.
 */
export function partOf(document: ApiDocument, tags: readonly string[]): object {
  const paths: Record<string, object> = {}
  for (const [path, { parameters, ...methods }] of Object.entries(document.paths)) {
    const chosen = Object.entries(methods).filter(([, operation]) => operation.tags.some((tag) => tags.includes(tag)))
    if (chosen.length > 0) paths[path] = { ...(parameters && { parameters }), ...Object.fromEntries(chosen) }
  }
  const { tags: all, 'x-tagGroups': groups, ...rest } = document
  return {
    ...rest,
    tags: all.filter(({ name }) => tags.includes(name)),
    'x-tagGroups': groups.filter((group) => group.tags.some((tag) => tags.includes(tag))),
    paths,
    components: referredIn(document.components, paths),
  }
}

/** The components that are referred to, directly or from other components, in order. */
function referredIn(components: Components, from: unknown): object {
  const referred = new Set<string>()
  const follow = (part: unknown) => {
    if (Array.isArray(part)) return part.forEach(follow)
    if (!isObject(part)) return
    for (const [name, value] of Object.entries(part)) {
      if (name !== '$ref' || typeof value !== 'string') follow(value)
      else if (!referred.has(value)) {
        referred.add(value)
        const [, , kind = '', component = ''] = value.split('/')
        follow(components[kind]?.[component])
      }
    }
  }
  follow(from)
  const sections = Object.entries(components).map(([kind, parts]) => {
    if (kind === 'securitySchemes') return [kind, parts]
    return [
      kind,
      Object.fromEntries(Object.entries(parts).filter(([name]) => referred.has(`#/components/${kind}/${name}`))),
    ]
  })
  return Object.fromEntries(sections)
}
