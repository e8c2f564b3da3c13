import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * Returns to the machine what starting used and left behind: V8 keeps it otherwise until there is load. Takes some 100 ms. A
 * process at rest then has 157 MB resident instead of 207, of which 61 are Node itself.
 */
export function collectGarbageOfStart(): void {
  v8.setFlagsFromString('--expose-gc')
  const gc: (how: object) => void = vm.runInNewContext('gc')
  v8.setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
