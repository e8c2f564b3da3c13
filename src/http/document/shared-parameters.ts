import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Operation, Parameter, Reference } from './named-parts.ts'
import { folded } from './names.ts'
import { pascal } from './words.ts'

/** The document with the parameters that several operations have as components. */
export function withSharedParameters<Document extends OpenApi>(document: Document): Document {
  const { components, paths } = document
  const names = new ParameterNames(document)
  const referring = ({ parameters, ...operation }: Operation): Operation =>
    parameters === undefined
      ? operation
      : { ...operation, parameters: parameters.map((one) => names.refer(one, operation.operationId ?? '')) }
  const changed = mapMembers(paths, (methods) => mapMembers(methods, referring))
  return { ...document, paths: changed, components: { ...components, parameters: names.parameters } }
}

class ParameterNames {
  readonly parameters: Record<string, Parameter> = {}
  readonly #counts: ReadonlyMap<string, number>
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  constructor({ paths, components }: OpenApi) {
    this.#counts = countsOf(paths)
    // Generators have one name for a parameter, a schema and a response.
    const { schemas, responses = {} } = components
    this.#taken = new Set([...Object.keys(schemas), ...Object.keys(responses)].map(folded))
  }

  refer(parameter: Parameter | Reference, operationId: string): Parameter | Reference {
    const key = JSON.stringify(parameter)
    if ('$ref' in parameter || (this.#counts.get(key) ?? 0) < 2) return parameter
    const name = this.#names.get(key) ?? this.#add(parameter, operationId)
    this.#names.set(key, name)
    return { $ref: `#/components/parameters/${name}` }
  }

  #add(parameter: Parameter, operationId: string): string {
    const names = candidatesOf(parameter, operationId)
    const name = names.find((one) => !this.#taken.has(folded(one)))
    if (name === undefined) throw new Error(`Parameters share the name ${names.join(' or ')}: describe them alike.`)
    this.#taken.add(folded(name))
    this.parameters[name] = parameter
    return name
  }
}

function countsOf(paths: OpenApi['paths']): Map<string, number> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const keys = operations.flatMap(({ parameters = [] }) => parameters.map((one) => JSON.stringify(one)))
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** `StoreId` for `X-Store-Id`. */
function candidatesOf({ name }: Parameter, operationId: string): string[] {
  const own = pascal(name.replace(/^x-/i, ''))
  return [own, `${own}Parameter`, `${operationId}${own}`]
}

/** The parameters of an operation without references. Throws when one leads nowhere. */
export function parametersOf<One extends object>(
  { parameters = [] }: { parameters?: readonly (One | Reference)[] },
  { components }: { components?: unknown },
): One[] {
  const { parameters: named = {} } = (components ?? {}) as { parameters?: Readonly<Record<string, One>> }
  return parameters.map((one) => ('$ref' in one ? namedBy(one.$ref, named) : one))
}

function namedBy<One>(reference: string, parameters: Readonly<Record<string, One>>): One {
  const parameter = parameters[reference.split('/').at(-1) ?? '']
  if (parameter === undefined) throw new Error(`${reference} is not a parameter.`)
  return parameter
}
