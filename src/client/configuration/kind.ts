import type { Problem } from '../../kernel/errors.ts'

/** Members of a resource, with keys instead of the ids of other resources. */
export type Members = Readonly<Record<string, unknown>>

export type Kind = {
  type: string
  /**
   * `free`: created and deleted through the API. `fixed`: every store has the same resources, which can be changed.
   * `single`: a store has only one resource.
   */
  life: 'free' | 'fixed' | 'single'
  /** Path of the list after `/v2`, with the parent as `:member`; for a `single` resource, its own path. */
  path: string
  frame: 'flat' | 'attributes'
  /** Members that identify a resource within its parent; empty if `single`. */
  key: readonly string[]
  ignores_case?: true
  /** The member that names the parent resource. */
  parent?: string
  /** Types of references by path: `pricebooks.*.id`; `**.skus.*` is at any depth. */
  references: Readonly<Record<string, string>>
  /** All members that can be declared. */
  members: readonly string[]
  /** Immutable members. */
  fixed: readonly string[]
  /** Members with lists whose order and duplicates are irrelevant. */
  sets: readonly string[]
  /** Members with arbitrary JSON, which is compared literally. */
  exact: readonly string[]
  /** Objects that requests update member by member. */
  merged: readonly string[]
  /** True if a request replaces all members, so that undeclared members must be sent too. */
  replaces?: true
  /** True if a resource is created by PUT at its key. */
  created_at_key?: true
  /** A member that is true for exactly one resource: it cannot be set to false, and its resource cannot be deleted. */
  exclusive?: string
  /** Other spellings of members. */
  aliases: Readonly<Record<string, string>>
  /** Validates members that refer by id; pointers start at the members. */
  validate(members: Members, operation: 'create' | 'update'): Problem[]
  /** Validates all members together; `current` is null for a new resource. */
  check?(members: Members, current: Members | null): Problem[]
  /** Returns the members as the API will show them; `current` is null for a new resource. */
  shown?(members: Members, current: Members | null): Members
  /** True if a member, such as `configuration.secret_key`, is a secret. */
  isSecret?(member: string, members: Members): boolean
  /** API filter for declarable items of a list. */
  filter?: string
  /** Declarability beyond the filter of the API. Default: true. */
  isDeclarable?(item: Members): boolean
  /** True if a listed resource can be deleted. */
  isDeletable?(item: Members): boolean
}

export type Path = readonly (string | number)[]

export type Mistake = { at: string; detail: string }

/** An invalid configuration; nothing has been changed. */
export class InvalidConfiguration extends Error {
  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ at, detail }) => `${at}: ${detail}`).join('\n'))
  }
}

export type Desired = {
  kind: Kind
  /** Excludes `type`. */
  members: Members
  /** Members with values from the environment, such as `configuration.secret_key`. */
  from_environment: readonly string[]
  /** Returns `file:line:column` of a member. */
  at(path: Path): string
}

/** Replaces every secret in output. */
export const SECRET = '(secret)'
