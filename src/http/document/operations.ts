import { isObject } from '../../kernel/json/json.ts'
import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Parameter, Reference } from './named-parts.ts'

type Parameters = readonly (Parameter | Reference)[]
type Listed = { parameters?: Parameters }

/** Moves parameters that all operations of a path share to the path, unless the path has only one operation. */
export function withPathParameters<Document extends OpenApi>(document: Document): Document {
  const paths = mapMembers(document.paths, (methods): Record<string, unknown> => {
    const [first, ...others] = Object.values(methods).map(keysOf)
    const common = first?.filter((key) => others.every((keys) => keys.includes(key))) ?? []
    if (common.length === 0 || others.length === 0) return methods
    return { parameters: common.map((key) => JSON.parse(key)), ...mapMembers(methods, (one) => without(one, common)) }
  })
  return { ...document, paths }
}

function keysOf({ parameters = [] }: Listed): string[] {
  return parameters.map((one) => JSON.stringify(one))
}

function without<One extends Listed>({ parameters = [], ...operation }: One, keys: readonly string[]): object {
  const own = parameters.filter((one) => !keys.includes(JSON.stringify(one)))
  return own.length === 0 ? operation : { ...operation, parameters: own }
}

type Placed<One> = { path: string; method: string; operation: One }

/** Every operation of a document, with the parameters of its path. */
export function operationsOf<One extends object>(document: { paths?: unknown }): Placed<One>[] {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, One>>)
  return paths.flatMap(([path, item]) =>
    Object.entries(withOwnParameters(item)).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** The operations of a path by method, each with all of its parameters. */
export function withOwnParameters<One extends object>(item: Readonly<Record<string, One>>): Record<string, One> {
  const { parameters, ...methods } = item as Record<string, One> & { parameters?: Parameters }
  if (parameters === undefined) return methods
  return mapMembers(methods, (operation) =>
    isObject(operation)
      ? { ...operation, parameters: [...(parameters as Parameters), ...((operation as Listed).parameters ?? [])] }
      : operation,
  )
}
