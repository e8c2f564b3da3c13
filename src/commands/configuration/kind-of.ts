import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import type { Kind } from '../../client/configuration/kind.ts'
import { Data } from '../../http/envelope.ts'
import { makeValidatorCompiler } from '../../http/validation/validation.ts'
import { validationProblems } from '../../http/validation/validation-problem.ts'
import type { AnyResource } from '../../store/kit/resource.ts'

const compile = makeValidatorCompiler()

/** What the API's own schema of a new resource refuses; an update may leave out what is required. */
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

type Declared = Pick<Kind, 'key'> & Partial<Omit<Kind, 'type' | 'path' | 'frame' | 'members' | 'aliases' | 'validate'>>

/** A type of the resource kit: what can be declared follows from its attributes. */
export function kindOf(resource: AnyResource, declared: Declared): Kind {
  const { type, path, frame, attributes, aliases, schemas } = resource
  const names = Object.keys(attributes)
  return {
    ...DEFAULTS,
    type,
    path,
    frame,
    aliases,
    members: names,
    fixed: names.filter((name) => attributes[name]?.fixed && !declared.key.includes(name)),
    sets: names.filter((name) => isSet(attributes[name]?.schema)),
    validate: validator(type, frame, schemas.create),
    ...declared,
  }
}

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
