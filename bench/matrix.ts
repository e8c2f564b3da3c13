// Who gets at what: two tenants with one of everything, and everybody who should not tries every operation of the published
// document and every resource of the storefront with the ids of the other. Each request is sent a second time about things
// that never were. Prints what should not have come of it, and ends with one line of JSON; the exit code is 1 unless all
// counts of it are 0.
// node bench/matrix.ts
import { openApp } from '../test/support/app.ts'
import { makeDatabase, startCluster } from '../test/support/database/cluster.ts'
import { readContract } from '../test/support/documents/contract.ts'
import { runMatrix } from '../test/support/matrix/run.ts'
import { openReceiver } from '../test/support/servers/receiver.ts'

const cluster = await startCluster(undefined)
const database = await makeDatabase(cluster, 'migrated')
const app = await openApp(database)
const receiver = await openReceiver()
try {
  const contract = await readContract(app.origin)
  const { operations, requests, ...found } = await runMatrix({ app, contract, receiver, db: database.db }, 'whole')
  for (const [kind, lines] of Object.entries(found)) for (const line of lines) console.log(`${kind}: ${line}`)
  const counts = Object.fromEntries(Object.entries(found).map(([kind, lines]) => [kind, lines.length]))
  console.log(JSON.stringify({ operations, requests, ...counts }))
  process.exitCode = Object.values(counts).every((count) => count === 0) ? 0 : 1
} finally {
  await app.close()
  await receiver.close()
  await database.close()
  await cluster.close()
}
