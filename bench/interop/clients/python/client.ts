import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildPythonClient } from '../../../../packaging/clients/python.ts'
import { type GeneratedClient, PACKAGE_INPUTS } from '../../generated-client.ts'
import { runProgram } from '../../programs.ts'

const SOURCES = ['README.md', 'pyproject.toml', 'requirements.txt'].map((name) => `clients/python/${name}`)

export const pythonClient: GeneratedClient = {
  name: 'python',
  inputs: [...PACKAGE_INPUTS, 'packaging/clients/python.ts', ...SOURCES],
  missing: () => null,
  guide: 'clients/python/README.md',
  async build(folder, example) {
    const wheel = await buildPythonClient(folder)
    await runProgram(['python3', '-m', 'venv', '--clear', 'venv'], { folder })
    await runProgram(['venv/bin/pip', 'install', '--quiet', wheel], { folder })
    await writeFile(path.join(folder, 'example.py'), example)
  },
  program: ['venv/bin/python', 'program.py'],
  example: ['venv/bin/python', 'example.py'],
}
