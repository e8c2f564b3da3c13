// Fails if an import breaks a rule of dependency-cruiser.config.ts, if two modules (folders of src/ and of src/store/,
// and files beside them) import each other, even by types, or if an import between modules is missing in the list of
// interfaces; prints the imports.
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import boundaries from '../dependency-cruiser.config.ts'
import { cyclesOf, type Import, interfaceProblems, moduleOf } from './module-graph.ts'
import { INTERFACES } from './module-interfaces.ts'

const { forbidden, options } = boundaries
// Reads the files only once for all checks.
const { output } = await cruise(['.'], { ...options, validate: true, ruleSet: { forbidden } } as never)
const { modules, summary } = output as ICruiseResult
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle === undefined ? [to] : cycle.map(({ name }) => name)
  console.error(`${rule.severity} ${rule.name}: ${[from, ...path].join(' -> ')}`)
}

const imports: Import[] = modules
  .filter(({ source }) => source.startsWith('src/'))
  .flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith('src/'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )
const cycles = cyclesOf(imports)
for (const cycle of cycles) {
  console.error(`Modules that import each other: ${cycle.join(', ')}`)
  for (const { from, to } of imports)
    if (cycle.includes(moduleOf(from)) && cycle.includes(moduleOf(to))) console.error(`  ${from} -> ${to}`)
}
const problems = interfaceProblems(imports, INTERFACES)
for (const problem of problems) console.error(problem)
process.exitCode = summary.violations.length + cycles.length + problems.length === 0 ? 0 : 1
