import type { TObject } from 'typebox'
import { ConfigSchema, ToolSchema } from '../../src/config.ts'
import { allowedValues, isSecret } from '../../src/environment.ts'
import { markdownTable } from './table.ts'

type Property = { description?: string; default?: unknown }

export function configurationDocument(): string {
  return `# Configuration

Settings are environment variables. A process reads them once, when it starts, and exits with an error that lists every
invalid setting. A variable that starts with \`TIDINGS_\` and is similar to a setting is an error, too.

Secrets can be read from files, as container platforms provide them: set \`NAME_FILE\` to the path of the file instead of
\`NAME\`. Leading and trailing white space is removed; a list may have one item per line. It is an error to set both, or to
name a file that is missing, unreadable or empty.

## Server

For \`tidings start\`, \`serve\`, \`work\`, \`ready\`, \`migrate\`, \`backup\`, \`restore\`, \`partitions\`, \`secrets\`,
\`organizations\`, \`stores\` and \`keys\`.
Use the same settings for all processes of a deployment.

${settingsTable(ConfigSchema, [])}
## Clients

For the commands that call the API, such as \`tidings import\`, \`apply\`, \`publish\`, \`listen\` and \`integrations\`, which also read
\`TIDINGS_DATA\`, \`TIDINGS_SECRET_KEY_HEADER\`, \`TIDINGS_LOG_LEVEL\` and \`TIDINGS_LOG_FORMAT\`. Command options take precedence over settings.

${settingsTable(ToolSchema, Object.keys(ConfigSchema.properties))}`
}

function settingsTable(schema: TObject, left_out: readonly string[]): string {
  const rows = Object.entries(schema.properties)
    .filter(([name]) => !left_out.includes(name))
    .map(([name, property]) => [
      `\`${name}\``,
      allowedValues(property),
      describeDefault(property),
      describe(name, property),
    ])
  return markdownTable(['Variable', 'Allowed', 'Default', 'Meaning'], rows)
}

function describe(name: string, schema: object): string {
  const { description = '' } = schema as Property
  return isSecret(schema) ? `${description} From a file: \`${name}_FILE\`.` : description
}

function describeDefault(schema: object): string {
  const { default: value } = schema as Property
  const text = Array.isArray(value) ? value.join(',') : value === undefined ? '' : String(value)
  return text === '' ? '' : `\`${text}\``
}
