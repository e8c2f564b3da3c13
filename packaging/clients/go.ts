import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DOCUMENT, generate, inNewFolder, ROOT, run, VERSION } from './package.ts'

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'
/** The folder in the archive, which a program names in its `go.mod`. */
const MODULE = 'tidings-client-go'

/** Writes `tidings-client-go-VERSION.tar.gz` into a folder, a module without a remark of `go vet`; returns its path. */
export async function buildGoClient(folder: string): Promise<string> {
  return inNewFolder('go', async (built) => {
    const module = path.join(built, MODULE)
    await mkdir(module)
    for (const name of ['go.mod', 'go.sum', 'config.yaml']) {
      await cp(path.join(ROOT, 'clients/go', name), path.join(module, name))
    }
    await generate(
      ['go', 'tool', GENERATOR, '-config', 'config.yaml', DOCUMENT],
      { folder: module },
      /^go: downloading /,
    )
    // Programs that use the module need nothing of the generator.
    await run(['go', 'mod', 'edit', '-droptool', GENERATOR], { folder: module })
    await run(['go', 'mod', 'tidy'], { folder: module })
    await run(['go', 'vet', './...'], { folder: module })
    for (const name of ['README.md', 'LICENSE']) await cp(path.join(built, name), path.join(module, name))
    const packed = path.resolve(folder, `${MODULE}-${VERSION}.tar.gz`)
    await run(['tar', '--exclude=config.yaml', '-czf', packed, MODULE], { folder: built })
    return packed
  })
}
