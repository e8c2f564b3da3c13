import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = path.join(import.meta.dirname, '../..')
const SOURCE = path.join(ROOT, 'clients/typescript')
const run = promisify(execFile)

/** Writes `tidings-client-VERSION.tgz` into a folder, which `npm install` takes, and returns its path. */
export async function buildTypescriptClient(folder: string): Promise<string> {
  const built = await mkdtemp(path.join(tmpdir(), 'tidings-client-'))
  try {
    await generateTypescriptTypes()
    const output = ['--outDir', path.join(built, 'dist')]
    await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', SOURCE, ...output, '--checkers', '1'])
    const readme = await readFile(path.join(SOURCE, 'README.md'), 'utf8')
    await writeFile(path.join(built, 'README.md'), withoutLocalLinks(readme))
    await cp(path.join(ROOT, 'LICENSE'), path.join(built, 'LICENSE'))
    const own = JSON.parse(await readFile(path.join(SOURCE, 'package.json'), 'utf8'))
    await writeFile(path.join(built, 'package.json'), JSON.stringify({ ...own, version: manifest.version }, null, 2))
    const packing = await run('npm', ['pack', '--json', '--pack-destination', path.resolve(folder)], { cwd: built })
    const [{ filename }] = JSON.parse(packing.stdout)
    return path.join(folder, filename)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

/** Beside the sources that import them; Git ignores them. */
async function generateTypescriptTypes(): Promise<void> {
  const folder = path.join(SOURCE, 'src/generated')
  await mkdir(folder, { recursive: true })
  const generator = path.join(import.meta.dirname, 'typescript-types.ts')
  await run(process.execPath, [generator, path.join(ROOT, 'docs/openapi.json'), folder], { cwd: ROOT })
}

/** Files of the repository are not in the package. */
function withoutLocalLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1')
}
