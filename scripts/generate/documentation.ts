import { readFileSync } from 'node:fs'

/**
 * Start page of the documentation: introduction and table of the README, with links relative to `docs/`. The pages at
 * `/docs` read it, because a release has another README.
 */
export function documentationIndex(): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [introduction = ''] = readme.split(/^## /m)
  const [, table = ''] = readme.split(/^## Documentation$/m)
  const text = `${introduction}## Documentation${table.replace(/\n\[MIT\].*\n$/, '')}`
  return text.replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, (_, link: string) => `](${fromDocs(link)})`)
}

function fromDocs(link: string): string {
  return link.startsWith('docs/') ? link.slice('docs/'.length) : `../${link}`
}
