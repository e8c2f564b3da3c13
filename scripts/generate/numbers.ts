import { readdirSync, readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

/** A numeric constant with the comment that stands above it. */
const CONSTANT =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = ([\d_A-Z.*+() -]*\d[\d_A-Z.*+() -]*|\d*\s*\*?\s*(?:SECOND|MINUTE|HOUR|DAY))$/gm

/** `docs/numbers.md`: the limits, times and sizes that the source names and explains, by file. */
export function numbersDocument(): string {
  const sections = sourceFiles().flatMap((file) => {
    const rows = [...readFileSync(file, 'utf8').matchAll(CONSTANT)].map(([, comment = '', name, value]) => [
      `\`${name}\``,
      `\`${value}\``,
      sentenceOf(comment),
    ])
    return rows.length === 0 ? [] : [`## \`${file}\``, '', markdownTable(['Constant', 'Value', 'Meaning'], rows)]
  })
  return [
    '# Numbers',
    '',
    'Limits, times and sizes that the source names and explains. Times are in milliseconds unless a name says otherwise.',
    'This page is generated from the comments of the constants by `npm run generate`; settings are in',
    '[configuration.md](configuration.md).',
    '',
    ...sections,
  ].join('\n')
}

function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`)
    .sort()
}

function sentenceOf(comment: string): string {
  return comment
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
