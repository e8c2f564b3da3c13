import type { TSchema } from 'typebox'
import { type Members, operationsOf, type Registry, type Resource } from './resource.ts'

/** Describes all resources with their paths, for tools that request them by path: explorer and tests. */
export function describeGraph<Context>(registry: Registry<Context>) {
  return { resources: [...registry.values()].map((resource) => nodeOf(registry, resource)) }
}

function nodeOf<Context>(registry: Registry<Context>, resource: Resource<Context>) {
  const { name, type, path, max_age, relations, post } = resource
  return {
    name,
    type,
    path: path.replace(/:(\w+)/g, '{$1}'),
    'max-age': max_age,
    methods: ['GET', ...operationsOf(resource).map(([method]) => method)],
    ...(post?.fields !== undefined && { fields: fieldTypes(post.fields) }),
    relations: Object.entries(relations).flatMap(([rel, { to: kinds }]) =>
      [kinds].flat().map((to) => ({ rel, to, type: registry.get(to)?.type })),
    ),
  }
}

function fieldTypes(fields: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, fieldType(schema)]))
}

function fieldType(schema: TSchema): string {
  const { type } = schema as { type?: unknown }
  return type === 'array' ? 'string[]' : String(type)
}
