import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { COMPRESSION_LEVEL, packFolder } from '../archive.ts'
import { ROOT, VERSION } from '../project.ts'
import { runProgram } from '../run-program.ts'
import { DOCUMENT, generate, inNewFolder } from './package.ts'

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'
/** Name of the folder in the archive, which programs refer to in their `go.mod`. */
const MODULE = 'tidings-client-go'

/** Writes `tidings-client-go-VERSION.tar.gz`, a module that passes `go vet`, into a folder; returns its path. */
export async function buildGoClient(folder: string): Promise<string> {
  return inNewFolder('go', async (built) => {
    const module = path.join(built, MODULE)
    await mkdir(module)
    for (const name of ['go.mod', 'go.sum', 'config.yaml']) {
      await cp(path.join(ROOT, 'clients/go', name), path.join(module, name))
    }
    const where = { cwd: module }
    await generate(['go', 'tool', GENERATOR, '-config', 'config.yaml', DOCUMENT], where, /^go: downloading /)
    await rm(path.join(module, 'config.yaml'))
    // Users of the module do not need the generator.
    await runProgram('go', ['mod', 'edit', '-droptool', GENERATOR], where)
    await runProgram('go', ['mod', 'tidy'], where)
    await runProgram('go', ['vet', './...'], where)
    for (const name of ['README.md', 'LICENSE']) await cp(path.join(built, name), path.join(module, name))
    const packed = path.resolve(folder, `${MODULE}-${VERSION}.tar.gz`)
    await packFolder(module, packed, COMPRESSION_LEVEL)
    return packed
  })
}
