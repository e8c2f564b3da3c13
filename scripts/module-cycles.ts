// Fails when two modules (folders of src/ and of src/store/, and files beside them) reach each other, types included, and when an import between
// modules is not among their interfaces; names the imports.
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import boundaries from '../dependency-cruiser.config.ts'
import { cyclesOf, type Import, interfaceProblems, moduleOf } from './module-graph.ts'
import { INTERFACES } from './module-interfaces.ts'

const { output } = await cruise(['src'], { ...boundaries.options, validate: false } as never)
const imports: Import[] = (output as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ resolved }) => resolved.startsWith('src/'))
    .map(({ resolved }) => ({ from: source, to: resolved })),
)
const cycles = cyclesOf(imports)
for (const cycle of cycles) {
  console.error(`Modules that reach each other: ${cycle.join(', ')}`)
  for (const { from, to } of imports)
    if (cycle.includes(moduleOf(from)) && cycle.includes(moduleOf(to))) console.error(`  ${from} -> ${to}`)
}
const problems = interfaceProblems(imports, INTERFACES)
for (const problem of problems) console.error(problem)
process.exitCode = cycles.length + problems.length === 0 ? 0 : 1
