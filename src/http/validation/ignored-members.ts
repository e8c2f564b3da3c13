import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { pointerStep } from '../../kernel/json/json-pointer.ts'

/** On the schema of an object in a body: members that clients send and that have no effect here, each with the reason. */
export const IGNORED_MEMBERS = 'x-ignored'
/** The same for members that would do harm if they had no effect; the reason says what to send instead. */
export const REFUSED_MEMBERS = 'x-refused'

/** Sentences by the name of the member. */
export type Reasons = Readonly<Record<string, string>>

/** By the body: pointers to what was taken out of it. */
const ignored = new WeakMap<object, Set<string>>()

/** What was taken out of a body as JSON pointers, such as `/data/discount_settings`. */
export function ignoredIn(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? [...(ignored.get(body) ?? [])] : []
}

/** By the body: how many members were taken out of it as unknown. */
const unknown = new WeakMap<object, number>()

/** How many members of a body are unknown, where the store lets them through. */
export function countUnknown(body: unknown): number {
  return typeof body === 'object' && body !== null ? (unknown.get(body) ?? 0) : 0
}

/** Takes an unknown member out of a body; `steps` lead to the object that holds it. */
export function dropUnknown(body: object, steps: readonly string[], name: string): void {
  const within = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], body)
  ignoreMember(body, within as Record<string, unknown>, steps.map(pointerStep).join(''), name)
  unknown.set(body, countUnknown(body) + 1)
}

/** Takes a member out of a body, so that nothing reads it, and notes that. */
function ignoreMember(body: object, within: Record<string, unknown>, pointer: string, name: string): void {
  if (!Object.hasOwn(within, name)) return
  delete within[name]
  noteIgnored(body, pointer + pointerStep(name))
}

/** Has the response name a part of a body that has no effect. */
export function noteIgnored(body: object, pointer: string): void {
  ignored.set(body, (ignored.get(body) ?? new Set()).add(pointer))
}

/** The keyword of the validators, which is checked before the members. */
export const ignoredKeyword = {
  keyword: IGNORED_MEMBERS,
  type: 'object',
  schemaType: 'object',
  modifying: true,
  before: 'additionalProperties',
  compile(members: Reasons): DataValidateFunction {
    const names = Object.keys(members)
    return (value: Record<string, unknown>, place) => {
      const body = place?.rootData
      if (typeof body !== 'object' || body === null) return true
      for (const name of names) ignoreMember(body, value, place?.instancePath ?? '', name)
      return true
    }
  },
} as const

/**
 * On the schema of an object in a body: members that the response shows as a boolean, such as that a customer has a password.
 * A boolean in a body is then sent back as it was read, and has no effect.
 */
export const SHOWN_AS_BOOLEAN = 'x-shown-as-boolean'

export const shownAsBooleanKeyword = {
  keyword: SHOWN_AS_BOOLEAN,
  type: 'object',
  schemaType: 'array',
  modifying: true,
  before: 'additionalProperties',
  compile(names: readonly string[]): DataValidateFunction {
    return (value: Record<string, unknown>, place) => {
      const body = place?.rootData
      if (typeof body !== 'object' || body === null) return true
      for (const name of names)
        if (typeof value[name] === 'boolean') ignoreMember(body, value, place?.instancePath ?? '', name)
      return true
    }
  },
} as const
