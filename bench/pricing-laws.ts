// Checks the laws of prices with many more carts than `npm test`. Prints the smallest cart that violates a law.
// node bench/pricing-laws.ts [--carts 100000]
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { cases } from '../test/support/store/pricing-carts.ts'
import { LAWS } from '../test/support/store/pricing-laws.ts'

const { values } = parseArgs({ options: { carts: { type: 'string', default: '100000' } } })
const numRuns = Number(values.carts)

let broken = 0
for (const [name, law] of Object.entries(LAWS)) {
  const began = performance.now()
  const details = fc.check(fc.property(cases, law), { numRuns })
  const seconds = Math.round((performance.now() - began) / 100) / 10
  console.log(`${details.failed ? 'BROKEN' : 'holds '}  ${name}: ${details.numRuns} carts, ${seconds} s`)
  if (details.failed) console.error(fc.defaultReportMessage(details))
  broken += details.failed ? 1 : 0
}
console.log(JSON.stringify({ laws: Object.keys(LAWS).length, broken, carts_each: numRuns }))
process.exitCode = broken === 0 ? 0 : 1
