import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SECTION = '## Where a new thing goes\n'

/** Where the example changes of the recipes are. */
const PATCHES = 'test/fixtures/recipes'

/** A recipe of CONTRIBUTING.md: the files that its table names, and the example change. */
export type Recipe = { title: string; lines: number; files: readonly string[]; patch: string }

/** The recipes with an example, in the order of the document. */
export function readRecipes(): Recipe[] {
  const [, after = ''] = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(SECTION)
  const [section = ''] = after.split(/^## /m)
  return section
    .split(/^### /m)
    .slice(1)
    .map((text) => ({
      title: text.split('\n')[0] ?? '',
      lines: text.trimEnd().split('\n').length,
      files: found(text, /^\| `([^`]+)` \|/gm),
      patch: found(text, new RegExp(`\\((${PATCHES}/[\\w-]+\\.patch)\\)`, 'g'))[0] ?? '',
    }))
}

/** The patches that there are, recipes or not. */
export function patchFiles(): string[] {
  return readdirSync(path.join(ROOT, PATCHES)).map((name) => `${PATCHES}/${name}`)
}

/** The files that a patch touches, and those of them that it creates. */
export function readPatch(patch: string): { touched: string[]; created: string[] } {
  const text = readFileSync(path.join(ROOT, patch), 'utf8')
  return {
    touched: found(text, /^diff --git a\/\S+ b\/(\S+)$/gm),
    created: found(text, /^diff --git a\/\S+ b\/(\S+)\nnew file mode/gm),
  }
}

/** Every text that the pattern's first group finds. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first)
}
