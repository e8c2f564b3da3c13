// Measures the benefit of more processes: deliveries per second and CPU per event, with one process for everything, with
// two of them on one port, and with an API and one or two workers, without and with RabbitMQ. Ends with one line of JSON,
// of medians, because the machine's speed varies.
// node bench/scaling.ts [--seconds 10] [--rounds 3] [--integrations 100] [--batch 20]
// Needs nginx (Debian: nginx-light) and RabbitMQ (rabbitmq-server).
import { parseArgs } from 'node:util'
import { startRabbitMQ } from '../test/support/servers/rabbitmq.ts'
import { ask } from './support/child.ts'
import type { LoadOrder, LoadReport } from './support/children/load.ts'
import { allLogged, countLogs } from './support/logged.ts'
import { median } from './support/quantile.ts'
import { type Stage, setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    integrations: { type: 'string', default: '100' },
    batch: { type: 'string', default: '20' },
  },
})
const integrations = Number(values.integrations)

type Setup = { name: string; processes: string[]; env: Record<string, string> }

const BOTH = 'api,deliveries'
const TWO = ['api', 'deliveries']
const THREE = ['api', 'deliveries', 'deliveries']

const broker = await startRabbitMQ()
const rabbitmq = { TRANSPORT_URL: broker.url }
const SETUPS: Setup[] = [
  { name: 'one_process', processes: [BOTH], env: {} },
  { name: 'two_processes', processes: [BOTH, BOTH], env: {} },
  { name: 'api_1_worker', processes: TWO, env: {} },
  { name: 'api_2_workers', processes: THREE, env: {} },
  { name: 'rabbitmq_api_1_worker', processes: TWO, env: rabbitmq },
  { name: 'rabbitmq_api_2_workers', processes: THREE, env: rabbitmq },
]
try {
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const metrics: Record<string, number> = {}
    for (const setup of SETUPS) Object.assign(metrics, await measure(setup))
    rounds.push(metrics)
  }
  const names = Object.keys(rounds[0] ?? {})
  const medians = names.map((name) => [name, median(rounds.map((metrics) => metrics[name] ?? 0))])
  console.log(JSON.stringify(Object.fromEntries(medians)))
} finally {
  await broker.close()
}

/** Each setup has its own database; the two with RabbitMQ use the same queue in sequence. */
async function measure({ name, processes, env }: Setup): Promise<Record<string, number>> {
  const stage = await setStage({ integrations, processes, env })
  try {
    await offer(stage, 3)
    const { accepted, delivered_per_s, cpu_us } = await offer(stage, Number(values.seconds))
    console.log(
      `${name}: ${accepted} accepted, ${delivered_per_s}/s delivered and logged, ${cpu_us} us of CPU/event, without broker and database`,
    )
    return { [`${name}_delivered_per_s`]: delivered_per_s, [`${name}_cpu_us_per_event`]: cpu_us }
  } finally {
    await stage.close()
  }
}

/** Generates load and waits until all accepted events are delivered and logged. */
async function offer(stage: Stage, seconds: number) {
  const { base_url, token, organization_id, store_id } = stage
  const logged = await countLogs(stage.db)
  const before = await stage.usage()
  const whose = { base_url, token, organization_id, store_id, integrations }
  const pressure = { batch: Number(values.batch), concurrency: 24, rate: null, sample_every: 1_000 }
  const started = performance.now()
  const { accepted } = await ask<LoadOrder, LoadReport>('load.ts', { ...whose, ...pressure, seconds })
  const took = await allLogged(stage.db, logged + accepted, started)
  const after = await stage.usage()
  return {
    accepted,
    delivered_per_s: Math.round(accepted / took),
    cpu_us: Math.round((after.cpu_us - before.cpu_us) / accepted),
  }
}
