import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT, VERSION } from '../project.ts'
import { runProgram } from '../run-program.ts'
import { DOCUMENT, generate, inNewFolder } from './package.ts'

const SOURCE = path.join(ROOT, 'clients/python')

/** Writes `tidings_client-VERSION-py3-none-any.whl` into a folder, for `pip install`; returns its path. */
export async function buildPythonClient(folder: string): Promise<string> {
  return inNewFolder('python', async (built) => {
    const pip = (...args: string[]) => runProgram('venv/bin/pip', args, { cwd: built })
    await runProgram('python3', ['-m', 'venv', 'venv'], { cwd: built })
    const requirements = path.join(SOURCE, 'requirements.txt')
    await pip('install', '--quiet', '--requirement', requirements)
    const options = ['--path', DOCUMENT, '--meta', 'none', '--output-path', 'tidings_client']
    // The generator formats its output with the `ruff` in the PATH.
    const env = { ...process.env, PATH: `${path.join(built, 'venv/bin')}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' }
    const command = ['venv/bin/openapi-python-client', 'generate', ...options]
    await generate(command, { cwd: built, env }, /^Generating /)
    // Marks the package as typed for type checkers.
    await writeFile(path.join(built, 'tidings_client/py.typed'), '')
    const project = await readFile(path.join(SOURCE, 'pyproject.toml'), 'utf8')
    await writeFile(path.join(built, 'pyproject.toml'), project.replace('version = "0"', `version = "${VERSION}"`))
    await pip('wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', 'wheel', '.')
    const [name = ''] = await readdir(path.join(built, 'wheel'))
    await cp(path.join(built, 'wheel', name), path.join(folder, name))
    return path.join(folder, name)
  })
}
