import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildGoClient } from '../../../../packaging/clients/go.ts'
import { type GeneratedClient, PACKAGE_INPUTS } from '../../generated-client.ts'
import { runProgram } from '../../programs.ts'

const MODULE = 'tidings.example/client'
const SOURCES = ['README.md', 'config.yaml', 'go.mod', 'go.sum'].map((name) => `clients/go/${name}`)

export const goClient: GeneratedClient = {
  name: 'go',
  inputs: [...PACKAGE_INPUTS, 'packaging/clients/go.ts', ...SOURCES],
  missing: () => null,
  guide: 'clients/go/README.md',
  async build(folder, example) {
    await runProgram(['tar', '-xzf', await buildGoClient(folder)], { folder })
    await mkdir(path.join(folder, 'example'), { recursive: true })
    await writeFile(path.join(folder, 'example/main.go'), example)
    // A module of the program's own, as in the guide.
    await writeFile(path.join(folder, 'go.mod'), 'module example.com/program\n\ngo 1.25.0\n')
    const replace = `${MODULE}=./tidings-client-go`
    await runProgram(['go', 'mod', 'edit', '-require', `${MODULE}@v0.0.0`, '-replace', replace], { folder })
    await runProgram(['go', 'mod', 'tidy'], { folder })
    await runProgram(['go', 'vet', './...'], { folder })
    await runProgram(['go', 'build', '-o', 'program', '.'], { folder })
    await runProgram(['go', 'build', '-o', 'the-example', './example'], { folder })
  },
  program: ['./program'],
  example: ['./the-example'],
}
