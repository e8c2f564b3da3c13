import { ASSEMBLY, FOUNDATION, type Interface } from './module-interfaces.ts'

export type Import = { from: string; to: string }

/** Folders whose subfolders are separate modules. */
const GROUPS = ['store']
/** A folder within a module that others import without depending on the whole module. */
const LEAF = 'integrations/kinds'

/** Module of a file below `src/`, relative to `src/`: its folder, or the file itself at the top level. */
export function moduleOf(file: string): string {
  const path = file.replace(/^src\//, '')
  if (path.startsWith(`${LEAF}/`)) return LEAF
  const [folder = '', ...below] = path.split('/')
  const depth = GROUPS.includes(folder) ? 2 : 1
  return below.length < depth ? path : path.split('/').slice(0, depth).join('/')
}

/** Cycles of modules (strongly connected components of more than one), by Tarjan's algorithm. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (moduleOf(from) === moduleOf(to)) continue
    const reached = next.get(moduleOf(from)) ?? new Set()
    next.set(moduleOf(from), reached.add(moduleOf(to)))
  }
  const order = new Map<string, { index: number; low: number }>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (module: string): number => {
    const own = { index: order.size, low: order.size }
    order.set(module, own)
    stack.push(module)
    for (const other of next.get(module) ?? []) {
      const seen = order.get(other)
      if (seen === undefined) own.low = Math.min(own.low, visit(other))
      else if (stack.includes(other)) own.low = Math.min(own.low, seen.index)
    }
    if (own.low === own.index) {
      const component = stack.splice(stack.indexOf(module))
      if (component.length > 1) cycles.push(component.sort())
    }
    return own.low
  }
  for (const module of next.keys()) if (!order.has(module)) visit(module)
  return cycles
}

/** Messages about imports between modules that the list lacks, and about unused entries of the list. */
export function interfaceProblems(imports: readonly Import[], interfaces: readonly Interface[]): string[] {
  const used = new Map<string, Import>()
  for (const each of imports) {
    const [from, to] = [moduleOf(each.from), moduleOf(each.to)]
    if (from !== to && !FOUNDATION.includes(to) && !ASSEMBLY.includes(from)) used.set(`${from} -> ${to}`, each)
  }
  const listed = new Set(interfaces.map(({ from, to }) => `${from} -> ${to}`))
  return [
    ...[...used].flatMap(([pair, { from, to }]) =>
      listed.has(pair)
        ? []
        : [`Add ${pair} to scripts/module-interfaces.ts with a reason, or cut it: ${from} -> ${to}`],
    ),
    ...[...listed].flatMap((pair) =>
      used.has(pair) ? [] : [`Remove ${pair} from scripts/module-interfaces.ts: no import needs it`],
    ),
  ]
}
