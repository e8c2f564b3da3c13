import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import type { Kind } from '../../client/configuration/kind.ts'
import { Data } from '../../http/envelope.ts'
import { makeValidatorCompiler } from '../../http/validation/validation.ts'
import { validationProblems } from '../../http/validation/validation-problem.ts'
import type { AnyResource } from '../../store/kit/resource.ts'
import { byReference } from '../../store/resources.ts'

const compile = makeValidatorCompiler()

/** Validates with the API's own schema of a new resource, except that an update may omit required members. */
export function validator(type: string, frame: Kind['frame'], schema: TSchema): Kind['validate'] {
  const check = compile({ schema: Data(schema), method: 'POST', url: '', httpPart: 'body' }) as Check
  const whole = frame === 'flat' ? '/data' : '/data/attributes'
  return (members, operation) => {
    if (check({ data: { type, ...(frame === 'flat' ? members : { attributes: members }) } })) return []
    const errors = (check.errors ?? []).filter(
      ({ keyword, instancePath }) => operation === 'create' || keyword !== 'required' || instancePath !== whole,
    )
    return validationProblems(errors, 'body').map(({ pointer = '', detail }) => ({
      pointer: pointer.replace(/^\/data(\/attributes)?/, ''),
      detail: detail.replace(/^data\.(attributes\.)?/, ''),
    }))
  }
}

type Check = ((body: unknown) => boolean) & { errors?: ErrorObject[] }

/** Properties of a type in addition to the declaration of its resource. */
export type Beside = Partial<Omit<Kind, 'type' | 'path' | 'frame' | 'key' | 'parent' | 'references' | 'members'>>

/** Builds a type from a resource declaration; its attributes determine the members that can be declared. */
export function kindOf(resource: AnyResource, beside: Beside = {}): Kind {
  const { type, path, frame, key, attributes, aliases, schemas } = resource
  const names = Object.keys(attributes)
  const parent = resource.parents.at(-1)
  const references = Object.entries(resource.references).filter(([, of]) => declared.some((one) => one.type === of))
  const owner = declared.find(({ table }) => table === parent?.table)
  return {
    ...DEFAULTS,
    type,
    path,
    frame,
    key,
    aliases,
    ...(parent !== undefined && { parent: parent.parameter }),
    references: {
      ...Object.fromEntries(references),
      ...(parent !== undefined && owner !== undefined && { [parent.parameter]: owner.type }),
    },
    members: names,
    fixed: names.filter((name) => attributes[name]?.fixed && !key.includes(name)),
    sets: names.filter((name) => isSet(attributes[name]?.schema)),
    validate: validator(type, frame, schemas.create),
    ...beside,
  }
}

export const declared = byReference().filter(({ undeclared }) => undeclared === undefined)

export const DEFAULTS = {
  life: 'free',
  references: {},
  fixed: [],
  sets: [],
  exact: [],
  merged: [],
  aliases: {},
} as const

function isSet(schema: TSchema | undefined): boolean {
  return (schema as { uniqueItems?: boolean } | undefined)?.uniqueItems === true
}
