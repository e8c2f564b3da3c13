import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { json } from '../json.ts'
import { packWithNpm } from '../npm-pack.ts'
import { ROOT, VERSION } from '../project.ts'
import { runProgram } from '../run-program.ts'
import { DOCUMENT, inNewFolder } from './package.ts'

const SOURCE = path.join(ROOT, 'clients/typescript')

/** Writes `tidings-client-VERSION.tgz` into a folder, for `npm install`; returns its path. */
export async function buildTypescriptClient(folder: string): Promise<string> {
  return inNewFolder('typescript', async (built) => {
    await generateTypes()
    const compiler = path.join(ROOT, 'node_modules/.bin/tsc')
    await runProgram(compiler, ['-p', SOURCE, '--outDir', path.join(built, 'dist'), '--checkers', '1'], { cwd: ROOT })
    const own = JSON.parse(await readFile(path.join(SOURCE, 'package.json'), 'utf8'))
    await writeFile(path.join(built, 'package.json'), json({ ...own, version: VERSION }))
    return packWithNpm(built, folder)
  })
}

/** Located beside the sources that import them; Git ignores them. */
async function generateTypes(): Promise<void> {
  const folder = path.join(SOURCE, 'src/generated')
  await mkdir(folder, { recursive: true })
  const generator = path.join(import.meta.dirname, 'typescript-types.ts')
  await runProgram(process.execPath, [generator, DOCUMENT, folder], { cwd: ROOT })
}
