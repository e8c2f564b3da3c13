import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildGoClient } from '../../packaging/clients/go.ts'
import { buildPythonClient } from '../../packaging/clients/python.ts'
import { receiver } from '../../test/support/servers/listening.ts'
import { built } from './cache.ts'
import { runProgram } from './programs.ts'
import type { Stage } from './stage.ts'

/** The client of a language as it is packed, a program that uses it, and the example of its guide. */
export type GeneratedClient = { name: string; guide: string; prepare(guide: Guide): Promise<Prepared> }

type Prepared = { folder: string; program: readonly string[]; example: readonly string[] }

/** The example of a guide, and what it prints. */
type Guide = { code: string; prints: string }

export type ClientReport = { ok: boolean; steps: readonly Step[] }

type Step = { name: string; ok: boolean; error?: string }

const PROGRAMS = 'bench/interop/clients'
const MAKER = [
  'docs/openapi.json',
  ...['clients/package', 'archive', 'project', 'run-program'].map((name) => `packaging/${name}.ts`),
]

export const CLIENTS_BY_GENERATOR: readonly GeneratedClient[] = [
  { name: 'python-client', guide: 'clients/python/README.md', prepare: preparePython },
  { name: 'go-client', guide: 'clients/go/README.md', prepare: prepareGo },
]

/** Runs the program of a client and the example of its guide. A warning of its generator makes no package. */
export async function checkClient(stage: Stage, client: GeneratedClient): Promise<ClientReport> {
  const guide = readGuide(await readFile(client.guide, 'utf8'))
  const { folder, program, example } = await client.prepare(guide)
  const webhook = await receiver((_, response) => response.writeHead(204).end())
  try {
    const { client_id, client_secret, store_id } = stage.tenant
    const env = {
      TIDINGS_URL: stage.origin,
      TIDINGS_CLIENT_ID: client_id,
      TIDINGS_CLIENT_SECRET: client_secret,
      TIDINGS_STORE: store_id,
      RECEIVER_URL: webhook.url,
    }
    const { steps } = JSON.parse(await runProgram(program, { folder, env })) as { steps: readonly Step[] }
    const printed = await runProgram(example, { folder, env })
    const ok = printed === guide.prints
    const all = [
      ...steps,
      { name: 'the example of its guide prints what it says', ok, ...(ok ? {} : { error: printed }) },
    ]
    return { ok: steps.length > 0 && all.every((step) => step.ok), steps: all }
  } finally {
    await webhook.close()
  }
}

function readGuide(markdown: string): Guide {
  const [, code, prints] = /^```(?:python|go)\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(markdown) ?? []
  if (code === undefined || prints === undefined) throw new Error('The guide has no example with what it prints.')
  return { code, prints }
}

async function preparePython({ code }: Guide): Promise<Prepared> {
  const sources = ['README.md', 'pyproject.toml', 'requirements.txt'].map((name) => `clients/python/${name}`)
  const folder = await built(
    `${PROGRAMS}/python`,
    async (folder) => {
      const wheel = await buildPythonClient(folder)
      await runProgram(['python3', '-m', 'venv', '--clear', 'venv'], { folder })
      await runProgram(['venv/bin/pip', 'install', '--quiet', wheel], { folder })
      await writeFile(path.join(folder, 'example.py'), code)
    },
    [...MAKER, 'packaging/clients/python.ts', ...sources],
  )
  const python = path.join(folder, 'venv/bin/python')
  return { folder, program: [python, 'program.py'], example: [python, 'example.py'] }
}

async function prepareGo({ code }: Guide): Promise<Prepared> {
  const sources = ['README.md', 'config.yaml', 'go.mod', 'go.sum'].map((name) => `clients/go/${name}`)
  const folder = await built(
    `${PROGRAMS}/go`,
    async (folder) => {
      await runProgram(['tar', '-xzf', await buildGoClient(folder)], { folder })
      await mkdir(path.join(folder, 'example'), { recursive: true })
      await writeFile(path.join(folder, 'example/main.go'), code)
      // As the guide says, in a module of the program's own.
      await writeFile(path.join(folder, 'go.mod'), 'module example.com/program\n\ngo 1.25.0\n')
      const replace = `${GO_MODULE}=./tidings-client-go`
      await runProgram(['go', 'mod', 'edit', '-require', `${GO_MODULE}@v0.0.0`, '-replace', replace], { folder })
      await runProgram(['go', 'mod', 'tidy'], { folder })
      await runProgram(['go', 'vet', './...'], { folder })
      await runProgram(['go', 'build', '-o', 'program', '.'], { folder })
      await runProgram(['go', 'build', '-o', 'the-example', './example'], { folder })
    },
    [...MAKER, 'packaging/clients/go.ts', ...sources],
  )
  return { folder, program: [path.join(folder, 'program')], example: [path.join(folder, 'the-example')] }
}

const GO_MODULE = 'tidings.example/client'
