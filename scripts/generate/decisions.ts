import { readdirSync, readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

const FOLDER = 'docs/decisions'

/** `docs/decisions/README.md`: the decision records with their status. Throws for one without a title or a status. */
export function decisionsDocument(): string {
  const rows = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map(rowOf)
  return [
    '# Decisions',
    '',
    'One page for each decision that departs from what is written elsewhere or that a reader would question: context,',
    'decision, consequences. This list is generated from the pages by `npm run generate`.',
    '',
    markdownTable(['Number', 'Decision', 'Status'], rows),
    '',
  ].join('\n')
}

function rowOf(name: string): string[] {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
  const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
  const [, status = ''] = /^Status: (.+)$/m.exec(text) ?? []
  if (title === '' || status === '')
    throw new Error(`${FOLDER}/${name} needs a title "# N. Title" and a line "Status: …".`)
  return [number, `[${title}](${name})`, status]
}
