// Checks isolation: two tenants have one of every resource, and every unauthorized actor tries every operation of the
// document and every storefront resource with the other's ids. Each request is repeated with unknown ids for
// comparison. Prints violations and ends with one line of JSON; exits with 1 unless all counts are 0.
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
