import { readdirSync, readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

const FOLDER = 'docs/decisions'

/**
 * `docs/decisions/README.md`: the pages with their first sentence. Throws if a page lacks a title or a first paragraph.
 */
export function decisionsDocument(): string {
  const rows = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map(rowOf)
  return [
    '# Decisions',
    '',
    'Why Tidings is built as it is, by topic: the reason, the measurements, and the alternatives that were refused. Earlier',
    'versions of a page are in the history of the repository. `npm run generate` writes this list from the pages.',
    '',
    markdownTable(['Topic', 'In short'], rows),
  ].join('\n')
}

function rowOf(name: string): string[] {
  const [, title, summary] = /^# (.+)\n\n([^#|]+?)\n\n/.exec(readFileSync(`${FOLDER}/${name}`, 'utf8')) ?? []
  if (title === undefined || summary === undefined)
    throw new Error(`${FOLDER}/${name} needs a title and a summary paragraph.`)
  return [`[${title}](${name})`, summary]
}
