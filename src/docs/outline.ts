import path from 'node:path'

type OutlineEntry = { title: string; file: string; anchor: string | null }

export type OutlineGroup = { title: string; entries: readonly OutlineEntry[] }

/** The groups and documents of the table below the heading "Documentation", in order. Its links start in `docs/`. */
export function readOutline(readme: string): OutlineGroup[] {
  const [, section = ''] = readme.split(/^## Documentation$/m)
  const rows = [...section.matchAll(/^\| \*\*(\w+)\*\* \| (.+) \|$/gm)]
  return rows.map(([, title = '', cells = '']) => ({
    title,
    entries: [...cells.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)(?:#([^)]+))?\)/g)].map(
      ([, text = '', file = '', anchor]) => ({
        title: capitalized(text),
        file: path.posix.join('docs', file),
        anchor: anchor ?? null,
      }),
    ),
  }))
}

/** Turns `ARCHITECTURE.md` into `Architecture`. */
function capitalized(text: string): string {
  const name = text.endsWith('.md') ? text.slice(0, -3).toLowerCase() : text
  return name.charAt(0).toUpperCase() + name.slice(1)
}
