import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { IntegrationDraft } from './draft.ts'
import { IntegrationCreate, IntegrationResource, IntegrationUpdate } from './integration.ts'
import { declarationOf, type TargetKind, targetKinds } from './kinds/kinds.ts'

const OTHERS =
  'Other members have no effect: they are stored encrypted, returned only to the owner, and named in `meta.ignored`.'

/**
 * Integrations in the OpenAPI document: one alternative for each kind, with the members of its configuration. Each kind
 * validates its own requests, because its messages are more precise than a schema's.
 */
export const documentedCreate = { ...byKind('New', IntegrationCreate), title: 'NewIntegration' }

export const documentedResource = { ...byKind('', IntegrationResource), $id: 'Integration' }

/** The body of an update needs no kind, because it is that of the stored integration. */
export const documentedUpdate = Type.Object({
  ...IntegrationUpdate.properties,
  configuration: documentedChanges(),
})

export const documentedDraft = Type.Object({ ...IntegrationDraft.properties, configuration: documentedChanges() })

function documentedChanges() {
  return Type.Optional(
    Type.Union(targetKinds.map(configurationChanges), {
      title: 'IntegrationConfigurationChanges',
      description: 'Members that are left out keep their values, and null removes one.',
    }),
  )
}

type Prefix = 'New' | ''

function byKind(prefix: Prefix, { properties }: TObject): TSchema {
  return Type.Union(targetKinds.map((kind) => alternative(kind, prefix, properties)))
}

function alternative(kind: TargetKind, prefix: Prefix, properties: TProperties): TSchema {
  const title = titleOf(prefix, kind)
  const spellings = spellingsOf(kind)
  const integration_type = Type.Enum([...spellings], {
    description: 'The kind of target.',
    ...(spellings.length > 1 && { title: `${nameOf(kind)}Type` }),
  })
  return Type.Object({ ...properties, integration_type, configuration: configurationOf(kind, prefix) }, { title })
}

function titleOf(prefix: Prefix, kind: TargetKind): string {
  return `${prefix}${nameOf(kind)}Integration`
}

function spellingsOf(kind: TargetKind): readonly string[] {
  return [kind, ...declarationOf(kind).spellings]
}

function configurationOf(kind: TargetKind, prefix: Prefix): TSchema {
  const members = Object.entries(membersOf(kind)).map(([name, member]: [string, Described]) => [
    name,
    prefix === 'New' && Type.IsOptional(member) ? orNull(member) : member,
  ])
  return Type.Object(Object.fromEntries(members), {
    title: `${prefix}${nameOf(kind)}Configuration`,
    additionalProperties: true,
    description: OTHERS,
  })
}

function configurationChanges(kind: TargetKind): TSchema {
  const changes = Object.entries(membersOf(kind)).map(([name, member]: [string, Described]) => [name, orNull(member)])
  return Type.Object(Object.fromEntries(changes), {
    title: `${nameOf(kind)}ConfigurationChanges`,
    additionalProperties: true,
  })
}

/** Null removes a stored member, and has no effect if there is none. */
function orNull({ description, ...member }: Described): TSchema {
  return Type.Optional(Type.Union([member, Type.Null()], { ...(description !== undefined && { description }) }))
}

type Described = TSchema & { description?: string }

/** Members with an effect, under each of their spellings. */
function membersOf(kind: TargetKind): TProperties {
  const { schema, aliases } = declarationOf(kind)
  const others = Object.entries(aliases).map(([alias, name]) => {
    const member = schema.properties[name] ?? Type.Unknown()
    return [alias, Type.Optional(Type.Unsafe({ ...member, description: `Alias of \`${name}\`.` }))]
  })
  const required = new Set<string>(schema.required)
  const own = Object.entries(schema.properties).map(([name, { description, ...member }]: [string, Described]) => {
    const described = { ...member, ...(description !== undefined && { description: sentence(description) }) }
    return [name, required.has(name) ? described : Type.Optional(described)]
  })
  return Object.fromEntries([...own, ...others])
}

function sentence(remark: string): string {
  return `${remark.charAt(0).toUpperCase()}${remark.slice(1)}.`
}

/** Returns `CloudSqs` for `cloud_sqs`. */
function nameOf(kind: TargetKind): string {
  return kind
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
