// Builds the packages of the clients generated from docs/openapi.json, and prints their paths.
// node packaging/clients.ts [--folder dist] [typescript] [python] [go]
// Builds all by default. Python and Go need their tools.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildGoClient } from './clients/go.ts'
import { buildPythonClient } from './clients/python.ts'
import { buildTypescriptClient } from './clients/typescript.ts'

/** Builds the package of a language into a folder; returns its path. */
type BuildClient = (folder: string) => Promise<string>

const CLIENTS: Readonly<Record<string, BuildClient>> = {
  typescript: buildTypescriptClient,
  python: buildPythonClient,
  go: buildGoClient,
}

const { values, positionals } = parseArgs({
  options: { folder: { type: 'string', default: 'dist' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => CLIENTS[name] === undefined)
if (unknown.length > 0) {
  console.error(`Unknown client ${unknown.join(', ')}; allowed: ${Object.keys(CLIENTS).join(', ')}.`)
  process.exit(2)
}
await mkdir(values.folder, { recursive: true })
for (const [name, build] of Object.entries(CLIENTS)) {
  if (positionals.length === 0 || positionals.includes(name)) console.log(await build(values.folder))
}
