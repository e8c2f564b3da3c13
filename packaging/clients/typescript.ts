import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DOCUMENT, inNewFolder, ROOT, run, VERSION } from './package.ts'

const SOURCE = path.join(ROOT, 'clients/typescript')

/** Writes `tidings-client-VERSION.tgz` into a folder, which `npm install` takes, and returns its path. */
export async function buildTypescriptClient(folder: string): Promise<string> {
  return inNewFolder('typescript', async (built) => {
    await generateTypes()
    const compiler = path.join(ROOT, 'node_modules/.bin/tsc')
    await run([compiler, '-p', SOURCE, '--outDir', path.join(built, 'dist'), '--checkers', '1'], { folder: ROOT })
    const own = JSON.parse(await readFile(path.join(SOURCE, 'package.json'), 'utf8'))
    await writeFile(path.join(built, 'package.json'), JSON.stringify({ ...own, version: VERSION }, null, 2))
    const pack = ['npm', 'pack', '--json', '--pack-destination', path.resolve(folder)]
    const [{ filename }] = JSON.parse((await run(pack, { folder: built })).stdout)
    return path.join(folder, filename)
  })
}

/** Beside the sources that import them; Git ignores them. */
async function generateTypes(): Promise<void> {
  const folder = path.join(SOURCE, 'src/generated')
  await mkdir(folder, { recursive: true })
  const generator = path.join(import.meta.dirname, 'typescript-types.ts')
  await run([process.execPath, generator, DOCUMENT, folder], { folder: ROOT })
}
