// Measures an idle Tidings: CPU of Node and of PostgreSQL, statements per second, memory.
// node bench/rest.ts [--seconds 30] [--integrations 100] [--processes 'api,deliveries'] [--statements]
// One process by default; --statements lists the executed statements. Needs nginx (Debian: nginx-light).
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { query } from '../src/db/database.ts'
import { cpuOfPostgres } from './support/postgres-cpu.ts'
import { setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    integrations: { type: 'string', default: '100' },
    processes: { type: 'string', default: 'api,deliveries' },
    statements: { type: 'boolean', default: false },
  },
})
/** Covers every periodic task once. */
const WARM_UP_MS = 12_000

type Executed = { text: string; calls: number }

const stage = await setStage({ integrations: Number(values.integrations), processes: values.processes.split(' ') })
try {
  const cpuOfDatabase = await cpuOfPostgres(stage.db)
  const executed = () =>
    query<Executed>(
      stage.db,
      `select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::integer as calls from pg_stat_statements group by 1`,
      [],
    )
  const sample = async () => ({
    at: performance.now(),
    node: await stage.usage(),
    postgres_ms: await cpuOfDatabase(),
  })
  await wait(WARM_UP_MS)
  // Reading the statistics costs PostgreSQL more than a minute at rest.
  const callsBefore = new Map((await executed()).map(({ text, calls }) => [text, calls]))
  const before = await sample()
  await wait(Number(values.seconds) * 1000)
  const after = await sample()
  const seconds = (after.at - before.at) / 1000
  const each = (await executed())
    .map(({ text, calls }) => ({ text, per_s: (calls - (callsBefore.get(text) ?? 0)) / seconds }))
    .filter(({ per_s }) => per_s > 0)
    .sort((one, other) => other.per_s - one.per_s)
  if (values.statements)
    for (const { text, per_s } of each) console.log(per_s.toFixed(2).padStart(7), text.slice(0, 140))
  // Milliseconds of CPU per second are tenths of a percent of a core.
  const node = (after.node.cpu_us - before.node.cpu_us) / 10_000 / seconds
  const postgres = (after.postgres_ms - before.postgres_ms) / 10 / seconds
  const metrics = {
    node_percent_of_a_core: round(node),
    postgres_percent_of_a_core: round(postgres),
    statements_per_s: round(each.reduce((sum, { per_s }) => sum + per_s, 0)),
    memory_mb: Math.round(after.node.rss / 1024 / 1024),
  }
  console.log(JSON.stringify(metrics))
} finally {
  await stage.close()
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
