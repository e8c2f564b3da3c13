export type Import = { from: string; to: string }

/** The module of a file below `src/`: the folder that it is in, or the file itself beside them. */
export function moduleOf(file: string): string {
  const [, folder = '', ...below] = file.split('/')
  return below.length === 0 ? file : `src/${folder}`
}

/** Sets of modules each of which reaches the others (strongly connected components of more than one), by Tarjan's algorithm. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
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
