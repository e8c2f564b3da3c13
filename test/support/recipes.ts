import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const RECIPES = 'test/fixtures/recipes'

/** A recipe with the files that its table names, and a patch with the example change. */
export type Recipe = { file: string; title: string; lines: number; files: readonly string[]; patch: string }

/** Recipes with an example, by name. */
export function readRecipes(): Recipe[] {
  return namesIn('.md').map((file) => {
    const text = readFileSync(path.join(ROOT, RECIPES, file), 'utf8')
    return {
      file: `${RECIPES}/${file}`,
      title: text.split('\n')[0]?.replace('# ', '') ?? '',
      lines: text.trimEnd().split('\n').length,
      files: found(text, /^\| `([^`]+)` \|/gm),
      patch: `${RECIPES}/${found(text, /\(([\w-]+\.patch)\)/g)[0]}`,
    }
  })
}

/** All patches, with or without a recipe. */
export function patchFiles(): string[] {
  return namesIn('.patch').map((name) => `${RECIPES}/${name}`)
}

function namesIn(ending: string): string[] {
  return readdirSync(path.join(ROOT, RECIPES)).filter((name) => name.endsWith(ending))
}

/** Files that a patch changes, and those that it creates. */
export function readPatch(patch: string): { touched: string[]; created: string[] } {
  const text = readFileSync(path.join(ROOT, patch), 'utf8')
  return {
    touched: found(text, /^diff --git a\/\S+ b\/(\S+)$/gm),
    created: found(text, /^diff --git a\/\S+ b\/(\S+)\nnew file mode/gm),
  }
}

/** All texts in the first group of the pattern. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first)
}

/** A copy of the tree for following recipes. */
export type Copy = {
  /** Applies a patch and renumbers its migration. Returns the error output, or '' on success. */
  apply(patch: string, ...options: string[]): Promise<string>
  /** Runs a program; returns its output if it fails, '' otherwise. */
  run(program: string, ...args: string[]): Promise<string>
  close(): Promise<void>
}

export async function copyTree(): Promise<Copy> {
  const copy = await temporaryFolder('fast')
  const names = await readdir(ROOT)
  for (const name of names.filter((name) => !name.startsWith('.') && name !== 'node_modules'))
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  const run = (program: string, args: readonly string[], input = '') => failureOf(copy, { program, args, input })
  return {
    run: (program, ...args) => run(program, args),
    async apply(patch, ...options) {
      const next = String(Number((await readdir(path.join(copy, 'migrations'))).sort().at(-1)?.slice(0, 4)) + 1)
      const text = readFileSync(path.join(ROOT, patch), 'utf8').replaceAll('NNNN', next.padStart(4, '0'))
      return run('git', ['apply', ...options], text)
    },
    close: () => rm(copy, { recursive: true }),
  }
}

type Call = { program: string; args: readonly string[]; input: string }

async function failureOf(cwd: string, { program, args, input }: Call): Promise<string> {
  // The folder must not belong to a surrounding repository, and its tests must not act as workers of this run.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const binaries = path.join(ROOT, 'node_modules/.bin')
  const env = {
    ...Object.fromEntries(own),
    ...{ PATH: `${binaries}:${process.env.PATH}`, GIT_CEILING_DIRECTORIES: path.dirname(cwd), NO_COLOR: '1' },
  }
  const running = promisify(execFile)(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  running.child.stdin?.end(input)
  return running.then(
    () => '',
    (error: Error & { stdout?: string }) => `${error.message}\n${error.stdout ?? ''}`,
  )
}
