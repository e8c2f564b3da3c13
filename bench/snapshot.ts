// Measures reading the snapshot of enabled integrations, for one owner and key and for many owners: CPU and heap by
// size. Ends with one line of JSON. `ratio` is the CPU per integration of the largest size divided by that of the
// smallest: 1 is linear.
// node --expose-gc bench/snapshot.ts [--sizes 10000,100000]
import { parseArgs } from 'node:util'
import { openFoundation } from '../src/app/foundation.ts'
import { readConfig } from '../src/config.ts'
import { query } from '../src/db/database.ts'
import { Snapshot } from '../src/integrations/snapshot.ts'
import { makeLog } from '../src/tool/log.ts'
import { fleetEnv } from './support/fleet.ts'
import { benchKey } from './support/payload.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { makeTenant } from './support/tenant.ts'

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000' } } })
const sizes = values.sizes.split(',').map(Number)
const OWNERS = ['one', 'many'] as const

const postgres = await startPostgres()
try {
  const env = fleetEnv(postgres.url)
  const { integration_ids } = await makeTenant(env, 'bench', [
    { observes: [benchKey(0)], integration_type: 'webhook', configuration: { url: 'https://receiver.example/hook' } },
  ])
  const foundation = await openFoundation(readConfig(env), makeLog('silent', { write() {} }))
  const { db, direct, cipher, clock } = foundation
  const measured: { owners: string; size: number; cpu_ms: number; bytes_each: number; us_each: number }[] = []
  for (const owners of OWNERS) {
    for (const size of sizes) {
      // A direct connection, because both statements take longer than a request may.
      await query(direct, 'delete from integrations where id <> $1', [integration_ids[0]])
      await query(direct, copies(owners), [integration_ids[0], size - 1])
      globalThis.gc?.()
      const heap = process.memoryUsage().heapUsed
      const cpu = process.cpuUsage()
      const snapshot = await Snapshot.open({ db, cipher, clock })
      const { user, system } = process.cpuUsage(cpu)
      globalThis.gc?.()
      const bytes_each = Math.round((process.memoryUsage().heapUsed - heap) / snapshot.count())
      const cpu_ms = Math.round((user + system) / 1_000)
      measured.push({ owners, size, cpu_ms, bytes_each, us_each: Number(((user + system) / size).toFixed(1)) })
    }
  }
  const ratios = OWNERS.map((owners) => {
    const of_owners = measured.filter((one) => one.owners === owners)
    return [owners, Number(((of_owners.at(-1)?.us_each ?? 0) / (of_owners[0]?.us_each ?? 1)).toFixed(2))]
  })
  console.log(JSON.stringify({ measured, ratio: Object.fromEntries(ratios) }))
  await foundation.close()
} finally {
  await postgres.close()
}

/** Copies an integration, either within its owner or into a new owner each. */
function copies(owners: (typeof OWNERS)[number]): string {
  const owner = owners === 'one' ? 'owner_id' : 'gen_random_uuid()'
  return `insert into integrations
    select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'owner_id', ${owner}))).*
      from integrations i cross join generate_series(1, $2) where i.id = $1`
}
