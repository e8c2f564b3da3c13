/** An open loop of `rate` calls per second: each call starts on time, even if earlier ones have not ended. */
export async function paced(work: () => Promise<void>, rate: number, goesOn: () => boolean): Promise<void> {
  const started = performance.now()
  const under: Promise<void>[] = []
  while (goesOn()) {
    const due = Math.floor(((performance.now() - started) / 1000) * rate)
    while (under.length < due && goesOn()) under.push(work())
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(under)
}
