import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { pointerStep } from '../../kernel/json/json-pointer.ts'

/** Keyword of an object in a body: members that clients send but that have no effect here, each with the reason. */
export const IGNORED_MEMBERS = 'x-ignored'
/** Keyword for members that would do harm if ignored. The reason says what to send instead. */
export const REJECTED_MEMBERS = 'x-refused'

export type Reasons = Readonly<Record<string, string>>

/** Pointers to the ignored members of each body. */
const ignored = new WeakMap<object, Set<string>>()

/** The ignored members of a body as JSON pointers, such as `/data/discount_settings`. */
export function ignoredIn(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? [...(ignored.get(body) ?? [])] : []
}

/** The number of unknown members removed from each body. */
const unknown = new WeakMap<object, number>()

/** The number of unknown members of a body, in stores that accept them. */
export function countUnknown(body: unknown): number {
  return typeof body === 'object' && body !== null ? (unknown.get(body) ?? 0) : 0
}

/** Removes an unknown member from a body. `steps` lead to the object that contains it. */
export function dropUnknown(body: object, steps: readonly string[], name: string): void {
  const within = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], body)
  ignoreMember(body, within as Record<string, unknown>, steps.map(pointerStep).join(''), name)
  unknown.set(body, countUnknown(body) + 1)
}

/** Removes a member from a body, so that no code reads it, and records that. */
function ignoreMember(body: object, within: Record<string, unknown>, pointer: string, name: string): void {
  if (!Object.hasOwn(within, name)) return
  delete within[name]
  noteIgnored(body, pointer + pointerStep(name))
}

/** Lists a part of a body that has no effect in the response. */
export function noteIgnored(body: object, pointer: string): void {
  ignored.set(body, (ignored.get(body) ?? new Set()).add(pointer))
}

/** A validator keyword that is checked before the members. */
export const ignoredKeyword = {
  keyword: IGNORED_MEMBERS,
  type: 'object',
  schemaType: 'object',
  modifying: true,
  before: 'additionalProperties',
  compile(members: Reasons): DataValidateFunction {
    const names = Object.keys(members)
    return (value: Record<string, unknown>, context) => {
      const body = context?.rootData
      if (typeof body !== 'object' || body === null) return true
      for (const name of names) ignoreMember(body, value, context?.instancePath ?? '', name)
      return true
    }
  },
} as const

/**
 * Keyword of an object in a body: members that the response shows as a boolean, such as whether a customer has a
 * password. A boolean in a body was copied from a response, so it has no effect.
 */
export const SHOWN_AS_BOOLEAN = 'x-shown-as-boolean'

export const shownAsBooleanKeyword = {
  keyword: SHOWN_AS_BOOLEAN,
  type: 'object',
  schemaType: 'array',
  modifying: true,
  before: 'additionalProperties',
  compile(names: readonly string[]): DataValidateFunction {
    return (value: Record<string, unknown>, context) => {
      const body = context?.rootData
      if (typeof body !== 'object' || body === null) return true
      for (const name of names)
        if (typeof value[name] === 'boolean') ignoreMember(body, value, context?.instancePath ?? '', name)
      return true
    }
  },
} as const
