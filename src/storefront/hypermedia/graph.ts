import type { Registry, Resource } from './resource.ts'

/** Describes all resources, for code generators and for readers. */
export function describeGraph<Context>(registry: Registry<Context>) {
  return { resources: [...registry.values()].map((resource) => nodeOf(registry, resource)) }
}

function nodeOf<Context>(registry: Registry<Context>, resource: Resource<Context>) {
  const { name, type, path, max_age, relations, fields } = resource
  return {
    name,
    type,
    path: path.replace(/:(\w+)/g, '{$1}'),
    'max-age': max_age,
    methods: methodsOf(resource),
    ...(fields !== undefined && { fields }),
    relations: Object.entries(relations).flatMap(([rel, kinds]) =>
      [kinds].flat().map((to) => ({ rel, to, type: registry.get(to)?.type })),
    ),
  }
}

function methodsOf<Context>({ post, put, remove }: Resource<Context>): string[] {
  return [
    'GET',
    ...(post === undefined ? [] : ['POST']),
    ...(put === undefined ? [] : ['PUT']),
    ...(remove === undefined ? [] : ['DELETE']),
  ]
}
