import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { receiver } from '../../test/support/servers/listening.ts'
import { built } from './cache.ts'
import type { Runnable } from './languages.ts'
import { runProgram } from './programs.ts'
import type { Stage } from './stage.ts'

/** A client that a generator makes of the document as it is, and the program that uses it. */
export type GeneratedClient = { name: string; generate(): Promise<Runnable> }

export type ClientReport = { ok: boolean; warnings: readonly string[]; steps: readonly Step[] }

type Step = { name: string; ok: boolean; error?: string }

const CLIENTS = 'bench/interop/clients'
const DOCUMENT = 'docs/openapi.json'
/** What a generator says of the document, kept beside the client. */
const WARNINGS = 'warnings.txt'

export const CLIENTS_BY_GENERATOR: readonly GeneratedClient[] = [
  { name: 'python-client', generate: generatePython },
  { name: 'go-client', generate: generateGo },
]

/** Runs the program of a client; a warning of its generator is a finding like a step that fails. */
export async function checkClient(stage: Stage, client: GeneratedClient): Promise<ClientReport> {
  const { command, folder } = await client.generate()
  const warnings = await readFile(path.join(folder, WARNINGS), 'utf8')
  const webhook = await receiver((_, response) => response.writeHead(204).end())
  try {
    const { client_id, client_secret, store_id } = stage.tenant
    const env = {
      TIDINGS_ORIGIN: stage.origin,
      TIDINGS_CLIENT_ID: client_id,
      TIDINGS_CLIENT_SECRET: client_secret,
      TIDINGS_STORE: store_id,
      RECEIVER_URL: webhook.url,
    }
    const { steps } = JSON.parse(await runProgram(command, { folder, env })) as { steps: readonly Step[] }
    const lines = warnings.split('\n').filter((line) => line !== '')
    return { ok: lines.length === 0 && steps.length > 0 && steps.every(({ ok }) => ok), warnings: lines, steps }
  } finally {
    await webhook.close()
  }
}

/** `openapi-python-client` names all that it cannot read, and writes the rest. */
async function generatePython(): Promise<Runnable> {
  const folder = await built(
    `${CLIENTS}/python`,
    async (folder) => {
      await runProgram(['python3', '-m', 'venv', 'venv'], { folder })
      await runProgram(['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'], { folder })
      await rm(path.join(folder, 'tidings_client'), { recursive: true, force: true })
      const generate = ['venv/bin/openapi-python-client', 'generate', '--path', 'openapi.json', '--meta', 'none']
      // It formats what it has made with the `ruff` of its path.
      const env = { PATH: `${path.join(folder, 'venv/bin')}:${process.env.PATH}` }
      const printed = await runProgram(withErrors([...generate, '--output-path', 'tidings_client']), { folder, env })
      await writeFile(path.join(folder, WARNINGS), printed.replace(/^Generating .*$/m, '').trim())
    },
    [DOCUMENT],
  )
  return { command: [path.join(folder, 'venv/bin/python'), 'program.py'], folder }
}

/** What `oapi-codegen` writes has to compile, without a remark of `go vet`. */
async function generateGo(): Promise<Runnable> {
  const folder = await built(
    `${CLIENTS}/go`,
    async (folder) => {
      await runProgram(['go', 'mod', 'download'], { folder })
      await runProgram(['go', 'build', '-o', 'generator', GO_GENERATOR], { folder })
      await mkdir(path.join(folder, 'client'), { recursive: true })
      const generate = ['./generator', '-config', 'config.yaml', 'openapi.json']
      await writeFile(path.join(folder, WARNINGS), (await runProgram(withErrors(generate), { folder })).trim())
      await runProgram(['go', 'vet', './...'], { folder })
      await runProgram(['go', 'build', '-o', 'program', '.'], { folder })
    },
    [DOCUMENT],
  )
  return { command: [path.join(folder, 'program')], folder }
}

const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'

/** Generators write warnings to the standard error. */
function withErrors(command: readonly string[]): string[] {
  return ['sh', '-c', 'exec "$0" "$@" 2>&1', ...command]
}
