import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildTypescriptClient } from '../../../packaging/clients/typescript.ts'
import { temporaryFolder } from '../folder.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** An empty project with the packed client installed, without a registry. */
export type Project = {
  folder: string
  /** Path of the module, for `import()`. */
  module(name: 'index' | 'webhooks'): string
  write(name: string, text: string): Promise<void>
  /** Compiles all files with `strict`; returns the compiler's output. */
  compile(): Promise<string>
  /** Runs these files in sequence; returns the output. */
  run(files: readonly string[], env: Readonly<Record<string, string>>): Promise<string>
}

/** Options of a Node program, without browser types. */
const COMPILER_OPTIONS = {
  target: 'es2024',
  lib: ['es2024'],
  types: ['node'],
  module: 'nodenext',
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  skipLibCheck: true,
}

export async function openProject(): Promise<Project> {
  const folder = await temporaryFolder('fast')
  const installed = path.join(folder, 'node_modules/tidings-client')
  await mkdir(installed, { recursive: true })
  const packed = await buildTypescriptClient(folder)
  await run('tar', ['-xzf', packed, '-C', installed, '--strip-components', '1'])
  const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types']) {
    await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
  return {
    folder,
    module: (name) => path.join(installed, 'dist', `${name}.js`),
    write,
    async compile() {
      const compiler = path.join(ROOT, 'node_modules/.bin/tsc')
      const { stdout } = await run(compiler, ['-p', folder, '--checkers', '1']).catch((failure) => failure)
      return stdout
    },
    async run(files, env) {
      const program = files.map((file) => `await import('./${file}')`).join('\n')
      const options = { cwd: folder, env: { ...process.env, ...env } }
      return (await run(process.execPath, ['--input-type=module', '--eval', program], options)).stdout
    },
  }
}
