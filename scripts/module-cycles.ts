// Fails when two modules (folders of src/, and files beside them) reach each other, types included; names the imports.
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import boundaries from '../dependency-cruiser.config.ts'
import { cyclesOf, type Import, moduleOf } from './module-graph.ts'

const { output } = await cruise(['src'], { ...boundaries.options, validate: false } as never)
const imports: Import[] = (output as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ resolved }) => resolved.startsWith('src/') && moduleOf(resolved) !== moduleOf(source))
    .map(({ resolved }) => ({ from: source, to: resolved })),
)
const cycles = cyclesOf(imports)
for (const cycle of cycles) {
  console.error(`Modules that reach each other: ${cycle.join(', ')}`)
  for (const { from, to } of imports)
    if (cycle.includes(moduleOf(from)) && cycle.includes(moduleOf(to))) console.error(`  ${from} -> ${to}`)
}
process.exitCode = cycles.length === 0 ? 0 : 1
