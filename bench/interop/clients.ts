import { readFile } from 'node:fs/promises'
import { receiver } from '../../test/support/servers/listening.ts'
import { built } from './cache.ts'
import { goClient } from './clients/go/client.ts'
import { javaClient } from './clients/java/client.ts'
import { phpClient } from './clients/php/client.ts'
import { pythonClient } from './clients/python/client.ts'
import { rustClient } from './clients/rust/client.ts'
import type { GeneratedClient } from './generated-client.ts'
import { runProgram } from './programs.ts'
import { expectStatus, type Stage } from './stage.ts'

export const GENERATED_CLIENTS: readonly GeneratedClient[] = [pythonClient, goClient, javaClient, rustClient, phpClient]

export type ClientReport = { ok: boolean; steps: readonly Step[] }

type Step = { name: string; ok: boolean; error?: string }

type Example = { code: string; prints: string }

/** Runs a client's program and the example of its guide. A warning of the generator counts as a failure. */
export async function checkClient(stage: Stage, client: GeneratedClient): Promise<ClientReport> {
  const example = client.guide === null ? null : exampleIn(await readFile(client.guide, 'utf8'))
  const build = (folder: string) => client.build(folder, example?.code ?? '')
  const folder = await built(`bench/interop/clients/${client.name}`, build, client.inputs)
  await fillStore(stage)
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
    const { steps } = JSON.parse(await runProgram(client.program, { folder, env })) as { steps: readonly Step[] }
    const all =
      example === null ? steps : [...steps, outcomeOf(example, await runProgram(client.example, { folder, env }))]
    return { ok: steps.length > 0 && all.every((step) => step.ok), steps: all }
  } finally {
    await webhook.close()
  }
}

function exampleIn(markdown: string): Example {
  const [, code, prints] = /^```(?:python|go)\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(markdown) ?? []
  if (code === undefined || prints === undefined) throw new Error('The guide has no example with its output.')
  return { code, prints }
}

function outcomeOf({ prints }: Example, printed: string): Step {
  const ok = printed === prints
  return { name: 'the example of its guide prints what it says', ok, ...(ok ? {} : { error: printed }) }
}

/** Creates a resource of each shape, so that a client must parse all of them. */
async function fillStore(stage: Stage): Promise<void> {
  await stage.integrate('cloud_sqs', {
    url: 'http://127.0.0.1:9/q',
    region: 'eu-west-1',
    access_key_id: 'a',
    secret_access_key: 'b',
  })
  await stage.integrate('stomp', { addresses: ['stomp://127.0.0.1:9'], destination: '/queue/a' })
  const when = {
    kind: 'all',
    of: [
      { kind: 'quantity', of: {}, minimum: 2 },
      { kind: 'not', of: { kind: 'first_order' } },
    ],
  }
  for (const action of [
    { kind: 'percent', ppm: 100_000 },
    { kind: 'buy_x_get_y', x: 2, y: 1, ppm: 1_000_000, buy: {}, get: {} },
    { kind: 'free_item', sku: 'gift', quantity: 1 },
  ]) {
    const data = { type: 'promotion', name: action.kind, enabled: false, scope: 'line_total', when, action }
    expectStatus(201, await stage.call('POST', '/promotions', { data }))
  }
}
