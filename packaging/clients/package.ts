import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }

export const ROOT = path.join(import.meta.dirname, '../..')
export const VERSION = manifest.version
export const DOCUMENT = path.join(ROOT, 'docs/openapi.json')

/** Calls `make` with a new folder that has the license and the guide of a client, and removes it afterwards. */
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

/** Files of the repository are not in the package. */
function withoutLocalLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1')
}

type Where = { folder: string; env?: Readonly<Record<string, string>> }

/** Runs a program to its end, at low priority; rejects with what it printed when it fails. */
export async function run([program = '', ...args]: readonly string[], { folder, env }: Where) {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  try {
    return await promisify(execFile)('nice', ['-n', '10', program, ...args], options)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`, { cause: error })
  }
}

/** Runs a generator; what it says of the document is a failure, since it leaves out what it cannot read. */
export async function generate(command: readonly string[], where: Where, expected = /^$/): Promise<void> {
  const { stdout, stderr } = await run(command, where)
  const said = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '' && !expected.test(line))
  if (said.length > 0) throw new Error(`The generator says of the document: ${said.join('\n')}`)
}
