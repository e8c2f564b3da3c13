import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Parameter, Reference } from './named-parts.ts'
import { folded } from './names.ts'
import { pascal } from './words.ts'

/** Turns parameters that several operations or paths share into components. */
export function withSharedParameters<Document extends OpenApi>(document: Document): Document {
  const { components } = document
  const names = new ParameterNames(document)
  const paths = mapMembers(document.paths, (item) => {
    const [first] = Object.entries(item).flatMap(([word, { operationId = '' }]) =>
      word === AT_PATH ? [] : [operationId],
    )
    return mapMembers(item, (part, word): unknown => {
      if (word === AT_PATH) return listAt(part).map((one) => names.refer(one, first ?? ''))
      const { parameters, operationId = '' } = part
      return parameters === undefined
        ? part
        : { ...part, parameters: parameters.map((one) => names.refer(one, operationId)) }
    })
  })
  return { ...document, paths, components: { ...components, parameters: names.parameters } }
}

/** The member of a path item with shared parameters, which is not an operation. */
const AT_PATH = 'parameters'

function listAt(part: unknown): readonly (Parameter | Reference)[] {
  return part as readonly (Parameter | Reference)[]
}

class ParameterNames {
  readonly parameters: Record<string, Parameter> = {}
  readonly #counts: ReadonlyMap<string, number>
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  constructor({ paths, components }: OpenApi) {
    this.#counts = countsOf(paths)
    // Generators use one namespace for parameters, schemas and responses.
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
  const lists = Object.values(paths).flatMap((item) =>
    Object.entries(item).map(([word, part]) => (word === AT_PATH ? listAt(part) : (part.parameters ?? []))),
  )
  const counts = new Map<string, number>()
  for (const key of lists.flat().map((one) => JSON.stringify(one))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** `StoreId` for `X-Store-Id`. */
function candidatesOf({ name }: Parameter, operationId: string): string[] {
  const own = pascal(name.replace(/^x-/i, ''))
  return [own, `${own}Parameter`, `${operationId}${own}`]
}

/** The parameters of an operation with references resolved. Throws if a reference leads nowhere. */
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
