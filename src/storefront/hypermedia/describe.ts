import { type TSchema, Type } from 'typebox'
import type { Description } from './description-schema.ts'
import { MAX_RESOURCES } from './represent.ts'
import {
  isAction,
  type Operation,
  operationsOf,
  type Registry,
  type Resource,
  type Role,
  resourceNamed,
} from './resource.ts'
import { MAX_ZOOM_BYTES, MAX_ZOOM_DEPTH, MAX_ZOOM_PATHS } from './zoom.ts'

type Introduction = Pick<Description, '$schema' | 'title' | 'description' | 'entry'>

/**
 * Describes all resources for readers and client generators. `relations` are the meanings of the relations. Throws if a
 * relation has no meaning, or a meaning no relation.
 */
export function describeResources<Context>(
  registry: Registry<Context>,
  relations: Readonly<Record<string, string>>,
  introduction: Introduction,
): Description {
  const resources = [...registry.values()]
  return {
    ...introduction,
    resource: toJson(Type.Object(COMMON_MEMBERS)),
    zoom: ZOOM,
    relations: describeRelations(resources, relations),
    resources: resources.map((resource) => describeResource(registry, resource)),
  }
}

const ZOOM = {
  description:
    'A GET, and a POST with FollowLocation, embeds what the links of the zoomed relations lead to, each in a list named ' +
    'after the relation, such as `_price`. Every relation can be zoomed.',
  'max-bytes': MAX_ZOOM_BYTES,
  'max-depth': MAX_ZOOM_DEPTH,
  'max-paths': MAX_ZOOM_PATHS,
  'max-resources': MAX_RESOURCES,
}

function describeRelations<Context>(
  resources: readonly Resource<Context>[],
  meanings: Readonly<Record<string, string>>,
): Description['relations'] {
  const declared = new Set(resources.flatMap(({ relations }) => Object.keys(relations)))
  for (const rel of declared) if (meanings[rel] === undefined) throw new Error(`The relation ${rel} has no meaning.`)
  for (const rel of Object.keys(meanings))
    if (!declared.has(rel)) throw new Error(`No resource has the relation ${rel}.`)
  const sorted = Object.entries(meanings).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([rel, description]) => {
      const from = resources.filter(({ relations }) => relations[rel] !== undefined).map(({ name }) => name)
      return [rel, { description, from }]
    }),
  )
}

function describeResource<Context>(
  registry: Registry<Context>,
  resource: Resource<Context>,
): Description['resources'][number] {
  const { name, type, description, max_age, relations } = resource
  const targetNamed = (to: string) => ({ name: to, type: resourceNamed(registry, to).type })
  return {
    name,
    type,
    'media-type': resourceNamed(registry, name).media_type,
    description,
    'max-age': max_age,
    members: toJson(Type.Object(membersOf(resource))),
    links: Object.entries(relations).map(([rel, { to, rev, when }]) => ({
      rel,
      to: [to].flat().map(targetNamed),
      ...(rev !== undefined && { rev }),
      ...(when !== undefined && { when }),
      method: isAction(rel) ? 'POST' : 'GET',
    })),
    methods: [
      { method: 'GET', description: 'Reads it.', roles: rolesOf(resource) },
      ...operationsOf(resource).map(([method, operation]) => ({
        method,
        description: operation.description,
        roles: rolesOf(operation),
        ...(operation.fields !== undefined && { body: toJson(Type.Object(operation.fields)) }),
        ...(operation.leads_to !== undefined && { 'leads-to': targetNamed(operation.leads_to) }),
      })),
    ],
  }
}

/** A form has its fields with initial values, which may be invalid. */
function membersOf<Context>({ members, post }: Resource<Context>): Record<string, TSchema> {
  if (members !== undefined) return { ...members }
  const fields = Object.keys(post?.fields ?? {})
  return Object.fromEntries(fields.map((name) => [name, Type.Unknown({ description: 'The initial value.' })]))
}

function rolesOf<Context>({ role }: Pick<Operation<Context>, 'role'>): Role[] {
  return role === undefined ? ['PUBLIC', 'REGISTERED'] : [role]
}

/** Drops properties that only the schema library reads. */
function toJson(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema))
}

const Target = {
  type: Type.String({ description: 'The type of the resource.' }),
  uri: Type.String({ description: 'Relative to the base.' }),
  href: Type.String({ format: 'uri', description: 'Absolute. Use it unchanged.' }),
}

const Message = Type.Object(
  {
    type: Type.Enum(['error', 'needinfo', 'warning', 'information'], { type: 'string', description: 'Its kind.' }),
    id: Type.String({ description: 'Stable, for programs.' }),
    'debug-message': Type.String({ description: 'For developers.' }),
    data: Type.Record(Type.String(), Type.String(), { description: 'The values in the message.' }),
    'linked-to': Type.Optional(Type.Object(Target, { description: 'Where the problem can be fixed.' })),
    blocks: Type.Optional(
      Type.Object({ rel: Type.String() }, { description: 'The relation that is absent because of the problem.' }),
    ),
  },
  { title: 'Message' },
)

const LinkMembers = Type.Object(
  {
    rel: Type.String({ description: 'The name of the relation.' }),
    rev: Type.Optional(Type.String({ description: 'The same relation, seen from the target.' })),
    ...Target,
    type: Type.Optional(
      Type.String({
        description: 'The media type of the target, such as `application/vnd.shop.cart`; absent for actions.',
      }),
    ),
  },
  { title: 'Link' },
)

const COMMON_MEMBERS = {
  self: Type.Object(
    { ...Target, 'max-age': Type.Integer({ description: 'Seconds for which it may be cached.' }) },
    { title: 'Self', description: 'The type and the address of the resource.' },
  ),
  messages: Type.Array(Message, { description: 'Problems, missing information and notes.' }),
  links: Type.Array(LinkMembers, { description: 'Links that can be followed now.' }),
}
