import { ABSENT_RELATIONS } from '../../src/storefront/absent-relations.ts'
import type { Description } from '../../src/storefront/hypermedia/description-schema.ts'
import { storefrontDescription } from '../../src/storefront/registry.ts'
import { descriptionSchema, printJson } from '../../src/storefront/serve-description.ts'
import { namedTypes, propertiesOf, type Schema } from './schema-rows.ts'
import { markdownTable } from './table.ts'

/** `docs/storefront.json`: the response of `GET /storefront/description`. */
export function storefrontJson(): string {
  return printJson(storefrontDescription())
}

/** `docs/storefront.schema.json`: the schema of `docs/storefront.json`. */
export function storefrontSchema(): string {
  return descriptionSchema()
}

type Resource = Description['resources'][number]

/** `docs/storefront-resources.md`: the description for people. */
export function storefrontResources(): string {
  const description = storefrontDescription()
  const relations = Object.entries(description.relations).map(([rel, { description: meaning, from }]) => [
    `\`${rel}\``,
    meaning,
    from.map(linkTo).join(', '),
  ])
  const absent = ABSENT_RELATIONS.map(({ rel, from, why }) => [`\`${rel}\``, from.map(linkTo).join(', '), why])
  const types = [...namedTypes(description)].map(([title, schema]) => `### ${title}\n\n${memberTable(schema)}`)
  return [
    INTRODUCTION,
    `## Relations\n\n${markdownTable(['Relation', 'Meaning', 'From'], relations)}`,
    `## Relations that are left out\n\n${LEFT_OUT}\n${markdownTable(['Relation', 'From', 'Why'], absent)}`,
    `## Every resource\n\n${memberTable(description.resource)}`,
    ['## Resources\n', ...description.resources.map(sectionOf)].join('\n'),
    ['## Types of members\n', ...types].join('\n'),
  ].join('\n')
}

function sectionOf({ name, type, description, members, links, methods, 'max-age': max_age }: Resource): string {
  const cached = max_age === 0 ? '' : ` Cached for ${max_age} seconds.`
  const post = methods.find(({ method }) => method === 'POST')
  const isForm = post?.body !== undefined
  const rows = links.map(({ rel, to, rev, when = 'always' }) => [
    `\`${rel}\``,
    to.map((target) => linkTo(target.name)).join(', '),
    rev === undefined ? '' : `\`${rev}\``,
    when,
  ])
  return [
    `### ${name}\n\n\`${type}\`. ${description}${cached}\n`,
    ...(isForm ? [] : [memberTable(members)]),
    rows.length === 0 ? '' : markdownTable(['Link', 'Leads to', '`rev`', 'Present'], rows),
    ...methods.map(describeMethod),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function describeMethod({ method, description, roles, body, 'leads-to': target }: Resource['methods'][number]): string {
  const only =
    roles.length === 2 ? '' : roles[0] === 'PUBLIC' ? ' Only for anonymous shoppers.' : ' Only for customers.'
  if (method === 'GET' && only === '') return ''
  const leads = target === undefined ? '' : ` Leads to ${linkTo(target.name)}.`
  const text = `**${method}.** ${description}${leads}${only}\n`
  return body === undefined ? text : `${text}\n${fieldTable(body)}`
}

function memberTable(schema: Schema): string {
  const rows = propertiesOf(schema).map(({ path, type, description }) => [`\`${path}\``, type, description])
  return rows.length === 0 ? '' : markdownTable(['Member', 'Type', 'Meaning'], rows)
}

function fieldTable(schema: Schema): string {
  const rows = propertiesOf(schema).map(({ path, type, required, description }) => [
    `\`${path}\``,
    type,
    required ? 'yes' : 'no',
    description,
  ])
  return markdownTable(['Field', 'Type', 'Required', 'Meaning'], rows)
}

function linkTo(name: string): string {
  return `[${name}](#${name.replaceAll(' ', '-')})`
}

const LEFT_OUT = `Other servers with this kind of API have these links too. A client tests for a link before it follows it.
`

const INTRODUCTION = `# The resources of the storefront

What the [storefront API](guides/storefront.md) consists of: [all relations](#relations), [those that it does not
have](#relations-that-are-left-out), and every resource with its members, links and operations. It lists no addresses, since
they can change: clients know one, that of the [root](#root), and follow links by their relation.

Programs read the same from [storefront.json](storefront.json), which a running Tidings serves without a token at
\`/storefront/description\`; the root names it in a \`Link\` header with the relation \`service-desc\`. Its format has
[a schema](storefront.schema.json). Members and fields are JSON Schemas (2020-12).

Every relation can be zoomed. A link whose relation ends in \`action\` is followed with POST. A form has its fields as members,
with their initial values. Resources are not cached unless a section says so, and what a section describes is permitted to
anonymous shoppers and customers alike unless it says otherwise. This page is generated from the code by \`npm run generate\`,
and compared in the tests with what shoppers get.
`
