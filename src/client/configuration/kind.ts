import type { Problem } from '../../kernel/errors.ts'

/** The members of a resource, with keys in the place of the ids of other resources. */
export type Members = Readonly<Record<string, unknown>>

/** A type of resource that files can declare. */
export type Kind = {
  /** As the API names it. */
  type: string
  /**
   * `free`: created and deleted through the API. `fixed`: every store has the same ones, which can be changed. `single`: a
   * store has one.
   */
  life: 'free' | 'fixed' | 'single'
  /** Path of the list after `/v2`, with the parent as `:member`; of a single one, its own path. */
  path: string
  frame: 'flat' | 'attributes'
  /** The members that identify one among those of its parent; none for a single one. */
  key: readonly string[]
  /** Whether keys that differ in their case only are the same. */
  ignores_case?: true
  /** The member that names the resource to which it belongs. */
  parent?: string
  /** The types that members refer to, by path: `pricebooks.*.id`; `**.skus.*` is at any depth. */
  references: Readonly<Record<string, string>>
  /** Every member that can be declared. */
  members: readonly string[]
  /** Members whose value cannot change. */
  fixed: readonly string[]
  /** Members with lists whose order and repetitions have no meaning. */
  sets: readonly string[]
  /** Members with any JSON, which are compared as they are. */
  exact: readonly string[]
  /** Objects of which requests change only the members that they name. */
  merged: readonly string[]
  /** Whether a request replaces all members, so that those which are not declared have to be sent too. */
  replaces?: true
  /** Whether a new one is put at its key. */
  created_at_key?: true
  /** A member that is true for exactly one: it cannot be set to false, and its resource cannot be deleted. */
  exclusive?: string
  /** Other names of members. */
  aliases: Readonly<Record<string, string>>
  /** What is invalid about members, which refer by id; pointers start at the members. */
  validate(members: Members, operation: 'create' | 'update'): Problem[]
  /** What only all members together show to be invalid; `current` is null for a new one. */
  check?(members: Members, current: Members | null): Problem[]
  /** How the API shows members; `current` is null for a new one. */
  shown?(members: Members, current: Members | null): Members
  /** Whether a member, such as `configuration.secret_key`, is a secret. */
  isSecret?(member: string, members: Members): boolean
  /** Which ones of a list can be declared: a filter of the API, */
  filter?: string
  /** and what it cannot say. */
  isDeclarable?(item: Members): boolean
  /** Whether one that the API lists can be deleted. */
  isDeletable?(item: Members): boolean
}

/** A step of the path of a value in a document. */
export type Path = readonly (string | number)[]

/** Something wrong in a file, with its position. */
export type Mistake = { at: string; detail: string }

/** A configuration that cannot be applied; nothing has been changed. */
export class InvalidConfiguration extends Error {
  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ at, detail }) => `${at}: ${detail}`).join('\n'))
  }
}

/** A resource that files declare. */
export type Desired = {
  kind: Kind
  /** Without `type`. */
  members: Members
  /** Members whose values came from the environment, such as `configuration.secret_key`. */
  from_environment: readonly string[]
  /** `file:line:column` of a member. */
  at(path: Path): string
}

/** Stands in place of every secret in what is printed. */
export const SECRET = '(secret)'
