import { type TObject, Type } from 'typebox'
import { ConfigSchema, ToolSchema } from '../../src/config.ts'
import { isSecret } from '../../src/environment.ts'
import { markdownTable } from './table.ts'

type Property = {
  description?: string
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  items?: object
}

export function configurationDocument(): string {
  return `# Configuration

Settings are environment variables. A process reads them once, when it starts, and exits with an error that lists every
invalid setting. A variable that starts with \`TIDINGS_\` and is similar to a setting is an error, too.

Secrets can be read from files, as container platforms provide them: set \`NAME_FILE\` to the path of the file instead of
\`NAME\`. Leading and trailing white space is removed; a list may have one item per line. It is an error to set both, or to
name a file that is missing, unreadable or empty.

## Server

For \`tidings start\`, \`serve\`, \`work\`, \`migrate\`, \`partitions\`, \`secrets\`, \`organizations\`, \`stores\` and \`keys\`.
Use the same settings for all processes of a deployment.

${settingsTable(ConfigSchema, [])}
## Clients

For \`tidings import\`, \`export\`, \`demo shop\`, \`publish\`, \`listen\`, \`events\`, \`integrations\` and \`jobs\`, which also read
\`TIDINGS_DATA\`, \`TIDINGS_SECRET_KEY_HEADER\` and \`TIDINGS_LOG_LEVEL\`. Command options take precedence over settings.

${settingsTable(ToolSchema, Object.keys(ConfigSchema.properties))}`
}

function settingsTable(schema: TObject, left_out: readonly string[]): string {
  const rows = Object.entries(schema.properties)
    .filter(([name]) => !left_out.includes(name))
    .map(([name, property]) => [
      `\`${name}\``,
      describeType(property),
      describeDefault(property),
      describe(name, property),
    ])
  return markdownTable(['Variable', 'Type', 'Default', 'Meaning'], rows)
}

function describe(name: string, schema: object): string {
  const { description = '' } = schema as Property
  return isSecret(schema) ? `${description} From a file: \`${name}_FILE\`.` : description
}

function describeType(schema: object): string {
  const { enum: choices, items, minimum, maximum } = schema as Property
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (Type.IsArray(schema)) return items !== undefined && Type.IsInteger(items) ? 'list of whole numbers' : 'list'
  if (Type.IsBoolean(schema)) return '`true` or `false`'
  if (!Type.IsInteger(schema)) return 'text'
  if (maximum === undefined) return minimum === undefined ? 'whole number' : `whole number from ${minimum}`
  return `whole number, ${minimum} to ${maximum}`
}

function describeDefault(schema: object): string {
  const { default: value } = schema as Property
  const text = Array.isArray(value) ? value.join(',') : value === undefined ? '' : String(value)
  return text === '' ? '' : `\`${text}\``
}
