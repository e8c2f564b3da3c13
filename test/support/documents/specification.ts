import { readFileSync } from 'node:fs'

/**
 * Rows of the table below a heading of a page in `docs/specification/`, keyed by column headings. Throws if there is no
 * such table.
 */
export function specified(page: 'integrations' | 'storefront', heading: string): ReadonlyMap<string, string>[] {
  const text = readFileSync(new URL(`../../../docs/specification/${page}.md`, import.meta.url), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const [head, , ...rows] = section
    .replace(/\n## .*/s, '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
  if (head === undefined || rows.length === 0) throw new Error(`${page}.md has no table below "${heading}"`)
  return rows.map((cells) => new Map(head.map((name, index) => [name, cells[index] ?? ''])))
}

/** Texts in backticks in a cell. */
export function quotedIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** Paths of members in a table with the columns "Below" and "Members". */
export function specifiedMembers(heading: string): string[] {
  return specified('integrations', heading).flatMap((row) => {
    const [below] = quotedIn(row.get('Below'))
    return quotedIn(row.get('Members')).map((member) => `${below}.${member}`)
  })
}
