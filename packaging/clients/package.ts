import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../project.ts'
import { runProgram } from '../run-program.ts'

export const DOCUMENT = path.join(ROOT, 'docs/openapi.json')

/** Calls `make` with a temporary folder that contains the license and guide of a client. */
export async function inNewFolder<T>(client: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-client-'))
  try {
    const guide = await readFile(path.join(ROOT, 'clients', client, 'README.md'), 'utf8')
    await writeFile(path.join(folder, 'README.md'), withoutLocalLinks(guide))
    await cp(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
    return await make(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes links to repository files, which are not in the package. */
function withoutLocalLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1')
}

/** Runs a generator. Any warning fails, because the generator omits what it cannot parse. */
export async function generate(
  [program = '', ...args]: readonly string[],
  where: { cwd: string; env?: NodeJS.ProcessEnv },
  expected: RegExp,
): Promise<void> {
  const { stdout, stderr } = await runProgram(program, args, where)
  const warnings = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '' && !expected.test(line))
  if (warnings.length > 0) throw new Error(`The generator warns about the document: ${warnings.join('\n')}`)
}
