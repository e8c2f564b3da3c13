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

Settings are environment variables. They are read once, when a process starts; a wrong one stops it with a message that
names it. So does a variable that begins with \`TIDINGS_\` and is nearly one of these.

A secret can be read from a file, as container platforms provide it: \`NAME_FILE\` is the path of the file that holds what
\`NAME\` would, for each setting that says so. Blanks and line breaks around it are left out; a list may have a line for each part. Both
at once are refused, and so is a file that is missing, unreadable or empty.

## Server

For \`tidings start\`, \`serve\`, \`work\`, \`migrate\`, \`partitions\`, \`secrets\`, \`organizations\`, \`stores\` and \`keys\`. Give all processes of one
deployment the same settings.

${settingsTable(ConfigSchema, [])}
## Clients

For \`tidings publish\`, \`listen\`, \`events\`, \`integrations\` and \`jobs\`, which also read \`TIDINGS_DATA\`,
\`TIDINGS_SECRET_KEY_HEADER\` and \`TIDINGS_LOG_LEVEL\`. Options of a command go before the environment.

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
  return isSecret(schema) ? `${description} In a file: \`${name}_FILE\`.` : description
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
