import { globSync, readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

const MARKED =
  /\/\*\*((?:(?!\*\/)[\s\S])*?)@operator\s*\*\/\n(?:export )?const ([A-Z][A-Z0-9_]*) = ([\d_ *]*(?:\d|SECOND|MINUTE|HOUR|DAY))$/gm

const AREAS: Readonly<Record<string, string>> = {
  http: 'Requests and responses',
  kernel: 'Lists',
  access: 'Tokens',
  people: 'People',
  events: 'Publishing',
  'own-types': 'Own event types',
  integrations: 'Integrations',
  deliveries: 'Deliveries',
  store: 'The store',
  storefront: 'The storefront',
}

/**
 * `docs/numbers.md`: constants marked `@operator`. Throws on a mark that it cannot parse, and on an area without a
 * title.
 */
export function numbersDocument(): string {
  const rows = globSync('src/**/*.ts').sort().flatMap(rowsOf)
  const unknown = rows.find(({ area }) => !(area in AREAS))
  if (unknown)
    throw new Error(`${unknown.file}: the area \`${unknown.area}\` has no title in scripts/generate/numbers.ts.`)
  const sections = Object.entries(AREAS).flatMap(([area, title]) => {
    const cells = rows
      .filter((row) => row.area === area)
      .map(({ meaning, value, name, file }) => [meaning, value, `\`${name}\` in \`${file}\``])
    return [`## ${title}`, '', markdownTable(['Limit', 'Value', 'Constant'], cells)]
  })
  return [...INTRODUCTION, ...sections].join('\n')
}

const INTRODUCTION = [
  '# Limits and times',
  '',
  'Limits and times that clients and operators meet. Settings are in [configuration.md](configuration.md); how many things',
  'one tenant may have is in [operating](guides/operating.md#how-many-of-each). `npm run generate` writes this page from the',
  'constants whose comment has the tag `@operator`.',
  '',
]

function rowsOf(file: string) {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(MARKED)].map(([, comment = '', name = '', value = '']) => ({
    file,
    name,
    area: file.split('/')[1] ?? '',
    value: valueText(value),
    meaning: comment.replaceAll(/\s*\n \* ?/g, ' ').trim(),
  }))
  if (found.length !== text.split('@operator').length - 1)
    throw new Error(`${file}: \`@operator\` is for numeric constants only.`)
  return found
}

/** `7 * DAY` becomes "7 days"; `8 * 1_048_576` becomes "8,388,608". */
function valueText(value: string): string {
  const [, count = '1', unit] = /^(?:(\d+) \* )?(SECOND|MINUTE|HOUR|DAY)$/.exec(value) ?? []
  if (unit !== undefined) return `${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`
  const factors = value.replaceAll('_', '').split('*').map(Number)
  return factors.reduce((product, factor) => product * factor).toLocaleString('en-US')
}
