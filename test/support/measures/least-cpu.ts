/** Tries after which the least counts: other work of the machine can only add to it, and so can what is compiled first. */
const TRIES = 4

/** Milliseconds of this thread's CPU that the work takes at the least; no more tries once it is within `most_ms`. */
export async function leastCpu(most_ms: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > most_ms; tries += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
