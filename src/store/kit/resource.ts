import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Access } from '../../http/authentication.ts'
import { Timestamps } from '../../http/envelope.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition, ListField } from '../../kernel/list.ts'
import { type Attribute, type Attributes, listFieldOf, type Values } from './attribute.ts'
import type { Work } from './work.ts'

/** What every row has beside its attributes. `updated_at` is in milliseconds since the epoch. */
export type Frame = { owner_id: string; id: string; version: number; updated_at: number }

export type Row<Of extends Attributes = Attributes, Kept extends Attributes = Attributes> = Frame &
  Values<Of> &
  Values<Kept>

/**
 * A resource whose rows another one's belong to: its id is a parameter of the path and a column of the same name. It is
 * told of as data, so that a parent can import what belongs to it.
 */
export type Parent = { parameter: string; table: string; one: string }

/** What a resource shows beside its attributes. */
type Shown = {
  /** Beside the attributes that bodies set. */
  attributes?: Record<string, unknown>
  members?: Record<string, unknown>
  relationships?: Record<string, unknown>
  meta?: Record<string, unknown>
}

/** A row about to be written. `before` is null when it is new; `sent` is what a body said, empty without one. */
export type Draft<Of> = { after: Of; before: Of | null; sent: Readonly<Record<string, unknown>> }

/** What is answered when the database refuses a row for one of its constraints. */
type Broken = { code: 'conflict' | 'invalid' | 'not_found' } & Problem

export type ResourceOptions<Of extends Attributes, Kept extends Attributes> = {
  /** The `type` member, such as `account_member`. */
  type: string
  /** What sentences call one of it, such as `account member`; operation ids are made of it. */
  one: string
  /** Plural of `one`; by default with an s. */
  many?: string
  /** A heading of the API's documentation. */
  tag: string
  table: string
  /** Below `/v2`, such as `/accounts/:account_id/account-memberships`. */
  path: string
  /** From the outermost; every parameter of the path. */
  parents?: readonly Parent[]
  /** First half of the event keys; null when changes of it fire nothing. */
  event: string | null
  attributes: Of
  /** Columns that no body sets and nothing shows by itself. */
  kept?: Kept
  /** Where JSON holds the attributes: beside `type`, or in a member `attributes`. */
  frame?: 'flat' | 'attributes'
  /** `any`: an organization has some of its own, too. */
  level?: 'store' | 'any'
  /** By default sellers alone; `create` and `update` where they differ from `write`. */
  access?: { read: Access; write: Access; create?: Access; update?: Access }
  /** Operations that its room registers in its own way. */
  own?: readonly Operation[]
  /** By the name of the constraint. */
  constraints?: Readonly<Record<string, Broken>>
  default_sort?: string
  max_offset?: number
  /** Fields of lists beside the attributes. */
  fields?: Readonly<Record<string, ListField>>
  /** Schemas of what `show` adds. */
  shows?: { attributes?: TProperties; members?: TProperties; relationships?: TProperties; meta?: TProperties }
  show?(row: Row<Of, Kept>, base_url: string): Shown
  /** Below `/v2`, where one of it is when that is not the list's path and the id. */
  pathOfRow?(row: Row<Of, Kept>): string
  /** What events carry of what the API shows, when that is less. */
  tells?(shown: Record<string, unknown>): Record<string, unknown>
  /** Members that bodies may hold and no column does, such as a password; all of them are optional. */
  accepts?: TProperties
  /**
   * What is stored of a body and takes long to make, such as the hash of a password: made before the transaction opens,
   * so that nothing is locked meanwhile.
   */
  digest?(sent: Draft<unknown>['sent'], owner_id: string): Promise<Partial<Values<Kept>>>
  /**
   * Called first in the transaction of an update or a removal, with nothing sent for the latter: takes what must be locked
   * before the row, so that no two wait for each other. `parents` are the ids in the path, by the names of its parameters.
   */
  enter?(work: Work, sent: Draft<unknown>['sent'], parents: Readonly<Record<string, string>>): Promise<void>
  /** Changes a row before it is written, and tells what is wrong with it. */
  prepare?(work: Work, draft: Draft<Row<Of, Kept>>): Promise<readonly Problem[]>
  /** Called before a row is deleted, in its transaction: refuses by throwing, deletes what belongs to it. */
  beforeRemove?(work: Work, row: Row<Of, Kept>): Promise<void>
}

export const OPERATIONS = ['list', 'create', 'get', 'update', 'remove'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Resource<Of extends Attributes = Attributes, Kept extends Attributes = Attributes> = Required<
  Pick<ResourceOptions<Of, Kept>, 'many' | 'parents' | 'kept' | 'frame' | 'level' | 'access' | 'own' | 'constraints'>
> &
  ResourceOptions<Of, Kept> & { list: ListDefinition; schemas: Schemas }

/** A resource whose attributes do not matter; hooks are methods, so that every resource is one. */
export type AnyResource = Resource<Attributes, Attributes>

type Schemas = { create: TSchema; update: TSchema; resource: TObject; identifier: TObject }

/** Declares a plain resource. Everything else follows from it: rows, routes, lists, events, documentation. */
export function defineResource<Of extends Attributes, Kept extends Attributes = Record<never, never>>(
  options: ResourceOptions<Of, Kept>,
): Resource<Of, Kept> {
  const full = {
    many: `${options.one}s`,
    parents: [],
    kept: {} as Kept,
    frame: 'flat' as const,
    level: 'store' as const,
    access: { read: 'seller' as const, write: 'seller' as const },
    own: [],
    ...options,
  }
  const constraints = { ...parentsGone(full), ...full.constraints }
  return { ...full, constraints, list: listOf(full), schemas: schemasOf(full) }
}

/** A parent that was deleted meanwhile, by the name that PostgreSQL gives the foreign key. */
function parentsGone({ table, parents }: Pick<AnyResource, 'table' | 'parents'>): Record<string, Broken> {
  const entries = parents.map(({ parameter, one }) => {
    const detail = `The ${one} could not be found.`
    return [`${table}_owner_id_${parameter}_fkey`, { code: 'not_found', detail }] as const
  })
  return Object.fromEntries(entries)
}

type Listing = Pick<AnyResource, 'attributes'> &
  Pick<ResourceOptions<Attributes, Attributes>, 'fields' | 'default_sort' | 'max_offset'>

/** How rows with these attributes are listed. */
export function listOf({ attributes, fields, default_sort, max_offset }: Listing) {
  const entries: [string, Attribute][] = Object.entries(attributes)
  const own = entries.flatMap(([name, attribute]) => {
    const field = listFieldOf(name, attribute)
    return field === null ? [] : [[name, field] as const]
  })
  return {
    fields: {
      id: { kind: 'uuid', column: 'id' },
      ...Object.fromEntries(own),
      created_at: { kind: 'id_time', column: 'id' },
      updated_at: { kind: 'time', column: 'updated_at' },
      ...fields,
    },
    default_sort: default_sort ?? 'created_at',
    max_offset: max_offset ?? null,
  } satisfies ListDefinition
}

function schemasOf(options: Pick<AnyResource, 'attributes' | 'accepts' | 'frame' | 'type' | 'one' | 'shows'>): Schemas {
  const { attributes, accepts = {}, frame, shows = {} } = options
  const extra = Object.entries(accepts).map(([name, schema]) => [name, Type.Optional(schema)])
  const type = Type.Literal(options.type)
  const all: [string, Attribute][] = Object.entries(attributes)
  const create = all.map(([name, { schema, initial }]) => [
    name,
    initial === undefined ? schema : Type.Optional(schema),
  ])
  const update = all.map(([name, { schema }]) => [name, Type.Optional(schema)])
  const shown = [...all.map(([name, { schema }]) => [name, schema]), ...Object.entries(shows.attributes ?? {})]
  const framed = (entries: unknown[][], form: 'required' | 'optional'): TProperties => {
    const members = Object.fromEntries(entries) as TProperties
    if (frame === 'flat') return members
    const object = Type.Object(members)
    return { attributes: form === 'required' ? object : Type.Optional(object) }
  }
  const identity = { type, id: Type.String({ format: 'uuid' }) }
  const resource = Type.Object(
    {
      ...identity,
      ...framed(shown, 'required'),
      ...shows.members,
      links: Type.Object({ self: Type.String({ description: 'Address of the resource.' }) }),
      meta: Type.Object({ timestamps: Timestamps, ...shows.meta }),
      ...(shows.relationships !== undefined && { relationships: Type.Object(shows.relationships) }),
    },
    { $id: operationName(options.one) },
  )
  return {
    create: Type.Object({ type, ...framed([...create, ...extra], 'required') }),
    update: Type.Object({ type, ...framed([...update, ...extra], 'optional') }),
    resource,
    identifier: Type.Object(identity),
  }
}

/** `account member` as operations and components are named: `AccountMember`. */
export function operationName(words: string): string {
  return words
    .split(/[ -]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

/** JSON pointer of a member of a body that holds an attribute. */
export function pointerTo({ frame }: Pick<AnyResource, 'frame'>, name: string): string {
  return frame === 'flat' ? `/data/${name}` : `/data/attributes/${name}`
}

/** Address of a row: the list's path, with the row's own columns in place of its parameters, and the id. */
export function addressOfRow(resource: AnyResource, row: Frame, base_url: string): string {
  if (resource.pathOfRow !== undefined) return base_url + resource.pathOfRow(row)
  const columns = row as unknown as Record<string, unknown>
  const filled = resource.path.replace(/:(\w+)/g, (_, column: string) => String(columns[column]))
  return `${base_url}${filled}/${row.id}`
}

/** A row as the API and events show it. `base_url` ends in `/v2`. */
export function present(resource: AnyResource, row: Frame, base_url: string): Record<string, unknown> {
  const values = row as unknown as Record<string, unknown>
  const { members, relationships, meta, ...shown }: Shown = resource.show?.(row, base_url) ?? {}
  const own = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, values[name]]))
  const attributes = { ...own, ...shown.attributes }
  const timestamps = { created_at: isoTime(timeOfId(row.id)), updated_at: isoTime(row.updated_at) }
  return {
    type: resource.type,
    id: row.id,
    ...(resource.frame === 'flat' ? attributes : { attributes }),
    ...members,
    links: { self: addressOfRow(resource, row, base_url) },
    meta: { timestamps, ...meta },
    ...(relationships !== undefined && { relationships }),
  }
}
