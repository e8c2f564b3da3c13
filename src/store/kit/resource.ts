import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { Passwords } from '../../access/passwords/passwords.ts'
import type { Hidden } from '../../audit/rules/change.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { EventPrefix } from '../../event-types/catalog.ts'
import type { Access } from '../../http/callers/authentication.ts'
import type { Reasons } from '../../http/validation/ignored-members.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition, ListField } from '../../kernel/lists/list.ts'
import type { Area } from '../../kernel/permissions.ts'
import type { Includes } from './includes.ts'
import type { Related } from './related.ts'
import { type Additions, type Schemas, schemasOf } from './schemas.ts'
import type { UNDECLARED } from './undeclared.ts'
import { type Attribute, type Attributes, listFieldOf, type Values } from './values/attribute.ts'
import type { Presentation, Promised, PromisedPresentation } from './values/promised.ts'
import type { Work } from './work.ts'

/** Columns that every row has besides its attributes. `updated_at` is in milliseconds since the epoch. */
export type Frame = { owner_id: string; id: string; version: number; updated_at: number }

export type Row<Of extends Attributes = Attributes, Internal extends Attributes = Attributes> = Frame &
  Values<Of> &
  Values<Internal>

/**
 * A resource that owns the rows of another. Its id is a path parameter and a column of the same name. Refers to the
 * parent by names rather than by its definition, so that a parent can import its children.
 */
export type Parent = { parameter: string; table: string; singular: string }

/** A row about to be written. `before` is null for a new row; `sent` is the request body, empty without a body. */
export type Draft<Of> = { after: Of; before: Of | null; sent: Readonly<Record<string, unknown>> }

type ConstraintError = { code: 'conflict' | 'invalid' | 'not_found' } & Problem

export type ResourceOptions<Of extends Attributes, Internal extends Attributes, Shown = Presentation> = {
  /** The `type` member, such as `account_member`. */
  type: string
  /** Singular name in sentences, such as `account member`; operation ids derive from it. */
  singular: string
  /** Default: `singular` with an s. */
  plural?: string
  /** OpenAPI tag. */
  tag: string
  /** Area of the permissions that sellers need for its operations. */
  area: Area
  table: string
  /** Path below `/v2`, such as `/accounts/:account_id/account-memberships`. */
  path: string
  /** One parent per path parameter, outermost first. */
  parents?: readonly Parent[]
  /** First half of the event keys; null if changes emit no events. */
  event: EventPrefix | null
  /** Schema of the resource in events. Responses have the same members, with the limits that attributes add. */
  event_schema?: TSchema
  attributes: Of
  /** Attributes that identify a row within its parent, also in files. Default: all attributes together. */
  key?: readonly (keyof Of & string)[]
  /** Types that members refer to, by path: `pricebooks.*.id`; `**.categories.*` matches at any depth. */
  references?: Readonly<Record<string, string>>
  /**
   * Rows that lose something with a row, so that deleting it needs `force`: by their plural, their table, the column of
   * their name, and a condition, in which `$2` is the `value` of the row.
   */
  used_by?: {
    value: 'id' | (keyof Of & string)
    rows: Readonly<Record<string, { table: string; name: string; where: string }>>
  }
  /** Reason why files of `tidings apply` cannot declare it. Default: files declare it by its key. */
  undeclared?: keyof typeof UNDECLARED
  /** Set if rows contain personal data, so that the audit log names changed members without their values. */
  hidden?: Extract<Hidden, 'personal'>
  /** Internal columns: bodies cannot set them, and only `show` can present them. */
  internal?: Internal
  /** Position of attributes in the JSON object: at its top level, or in its member `attributes`. */
  frame?: 'flat' | 'attributes'
  /** `any`: organizations can own rows, too. */
  level?: 'store' | 'any'
  /** Default: sellers only. `create` and `update` override `write`. */
  access?: { read: Access; write: Access; create?: Access; update?: Access }
  /** Shoppers see only the rows with these values. */
  shoppers_see?: Readonly<Record<string, string>>
  /** Account members see only the row with this id: their account, or themselves. */
  members_see?: 'account_id' | 'account_member_id'
  /** Operations whose routes the module registers itself. */
  custom_operations?: readonly Operation[]
  /**
   * Maximum number of rows per store or organization; with `each`, per distinct values of these columns. Default: no
   * limit, for resources that grow with the business.
   */
  limit?: Pick<RowLimit, 'max'> & Partial<Pick<RowLimit, 'holder' | 'things'>> & { each?: readonly string[] }
  /** True if the store's setting decides on unknown members of bodies; see the configuration of routes. */
  reports_unknown?: true
  /** Errors by the name of the violated constraint. */
  constraints?: Readonly<Record<string, ConstraintError>>
  default_sort?: string
  max_offset?: number
  /** List fields besides the attributes. */
  fields?: Readonly<Record<string, ListField>>
  /** Schemas of the members that `show` adds. */
  shows?: Additions
  show?(row: Row<Of, Internal>, base_url: string): Shown
  /** Path of a row below `/v2`. Default: `path` and the id. */
  pathOfRow?(row: Row<Of, Internal>): string
  /** Derives the event's data from the row as the API shows it. Default: all of it. */
  event_data?(shown: Record<string, unknown>): Record<string, unknown>
  /** Optional members of bodies that are not stored as sent, such as a password. */
  accepts?: TProperties
  /** Same for members of `data` beside `attributes`; hooks find them in `sent`. */
  accepts_beside?: TProperties
  /** Members of bodies beside the attributes that are ignored, and why: responses list them in `meta.ignored`. */
  ignores?: Reasons
  /** Same for members of `data` beside `attributes`. */
  ignores_beside?: Reasons
  /** Members beside the attributes that are rejected, and what to send instead. */
  refuses?: Reasons
  /** Aliases of attributes in bodies, responses, filters and sorts. A body may have both if their values agree. */
  aliases?: Readonly<Record<string, keyof Of & string>>
  /** Relationships in bodies that are aliases of attributes. */
  related?: Related
  /** Resources that the query parameter `include` of get and list can add. */
  includes?: Includes
  /** Computes slow derived columns, such as password hashes, before the transaction, so that no locks are held. */
  digest?(
    passwords: Passwords,
    sent: Draft<unknown>['sent'],
    organization_id: string,
  ): Promise<Partial<Values<Internal>>>
  /**
   * Called first in the transaction of an update or a removal (whose `sent` is empty). Takes locks that must precede
   * the lock of the row, to prevent deadlocks. `parents` are the ids in the path by parameter name.
   */
  beforeLock?(work: Work, sent: Draft<unknown>['sent'], parents: Readonly<Record<string, string>>): Promise<void>
  /** Completes a row before it is written. Returns its problems. */
  prepare?(work: Work, draft: Draft<Row<Of, Internal>>): Promise<readonly Problem[]>
  /** Called in the transaction after a row was written and its event emitted. Writes dependent rows. */
  afterWrite?(work: Work, draft: Draft<Row<Of, Internal>>): Promise<void>
  /** Called in the transaction before a row is deleted. Deletes dependent rows, or throws to reject the removal. */
  beforeRemove?(work: Work, row: Row<Of, Internal>): Promise<void>
}

export const OPERATIONS = ['list', 'create', 'get', 'update', 'remove'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Resource<Of extends Attributes = Attributes, Internal extends Attributes = Attributes> = Required<
  Pick<
    ResourceOptions<Of, Internal>,
    | 'plural'
    | 'parents'
    | 'key'
    | 'references'
    | 'internal'
    | 'frame'
    | 'level'
    | 'access'
    | 'custom_operations'
    | 'constraints'
    | 'aliases'
    | 'related'
  >
> &
  ResourceOptions<Of, Internal> & { list: ListDefinition; schemas: Schemas }

/** A resource with any attributes. Hooks are methods, so that every resource is assignable to this type. */
export type AnyResource = Resource<Attributes, Attributes>

/** Declares a plain resource, from which rows, routes, lists, events and documentation are derived. */
export function defineResource<
  Of extends Attributes,
  Internal extends Attributes = Record<never, never>,
  Schema extends TSchema = TObject<Record<never, never>>,
>(
  options: ResourceOptions<Of, Internal, PromisedPresentation<Of, Static<Schema>>> & Promised<Of, Schema>,
): Resource<Of, Internal> & { event_schema?: Schema } {
  const full = {
    plural: `${options.singular}s`,
    parents: [],
    key: [],
    references: {},
    internal: {} as Internal,
    frame: 'flat' as const,
    level: 'store' as const,
    access: { read: 'seller' as const, write: 'seller' as const },
    custom_operations: [],
    aliases: {},
    related: {},
    ...options,
  }
  const constraints = { ...parentConstraints(full), ...full.constraints }
  return { ...full, constraints, list: listOf(full), schemas: schemasOf(full) }
}

/** Returns `not_found` for parents that were deleted concurrently, by PostgreSQL's default name of the foreign key. */
function parentConstraints({
  table,
  parents,
}: Pick<AnyResource, 'table' | 'parents'>): Record<string, ConstraintError> {
  const entries = parents.map(({ parameter, singular }) => {
    const detail = `The ${singular} could not be found.`
    return [`${table}_owner_id_${parameter}_fkey`, { code: 'not_found', detail }] as const
  })
  return Object.fromEntries(entries)
}

type Listing = Pick<AnyResource, 'attributes'> &
  Pick<ResourceOptions<Attributes, Attributes>, 'aliases' | 'fields' | 'default_sort' | 'max_offset'>

export function listOf({ attributes, aliases = {}, fields, default_sort, max_offset }: Listing) {
  const names = [...Object.keys(attributes).map((name) => [name, name] as const), ...Object.entries(aliases)]
  const own = names.flatMap(([shown, name]) => {
    const attribute: Attribute | undefined = attributes[name]
    const field = attribute === undefined ? null : listFieldOf(name, attribute)
    return field === null ? [] : [[shown, field] as const]
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

/** JSON Pointer of an attribute in a request body. */
export function pointerTo({ frame }: Pick<AnyResource, 'frame'>, name: string): string {
  return frame === 'flat' ? `/data/${name}` : `/data/attributes/${name}`
}

/** URL of a row: the path of its collection, with parameters replaced by the row's columns, and the id. */
export function addressOfRow(resource: AnyResource, row: Frame, base_url: string): string {
  if (resource.pathOfRow !== undefined) return base_url + resource.pathOfRow(row)
  const columns: Record<string, unknown> = row
  const filled = resource.path.replace(/:(\w+)/g, (_, column: string) => String(columns[column]))
  return `${base_url}${filled}/${row.id}`
}

/** Returns a row as the API and events show it. `base_url` ends in `/v2`. */
export function present<Schema extends TSchema>(
  resource: AnyResource & { event_schema?: Schema },
  row: Frame,
  base_url: string,
): Presented & Static<Schema> {
  const values: Record<string, unknown> = row
  const { members, relationships, meta, ...shown }: Presentation = resource.show?.(row, base_url) ?? {}
  const own = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, values[name]]))
  const aliased = Object.entries(resource.aliases).map(([alias, name]) => [alias, values[name]])
  const attributes = { ...own, ...Object.fromEntries(aliased), ...shown.attributes }
  const timestamps = timestampsOf(row)
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

type Presented = Record<string, unknown> & {
  type: string
  id: string
  links: { self: string }
  meta: { timestamps: ReturnType<typeof timestampsOf> }
}

export function timestampsOf({ id, updated_at }: Pick<Frame, 'id' | 'updated_at'>) {
  return { created_at: isoTime(timeOfId(id)), updated_at: isoTime(updated_at) }
}
