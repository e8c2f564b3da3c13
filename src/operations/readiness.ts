/** Result of a check; `detail` is a public sentence about a failure or degradation. */
export type Finding = { ok: true; detail?: string } | { ok: false; detail: string }

/** A check fails with the detail `otherwise` if it throws or times out. */
export type Check = { name: string; find(): Promise<Finding> | Finding; otherwise: string }

export type Readiness = { status: 'ready' | 'not ready'; checks: Record<string, Finding> }

const TIMEOUT_MS = 2_000

/** Runs all checks in parallel, within two seconds. */
export async function runChecks(checks: readonly Check[]): Promise<Readiness> {
  const found = await Promise.all(checks.map(async (check) => [check.name, await find(check)] as const))
  const ready = found.every(([, finding]) => finding.ok)
  return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(found) }
}

async function find({ find, otherwise }: Check): Promise<Finding> {
  const missing: Finding = { ok: false, detail: otherwise }
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => late.resolve(missing), TIMEOUT_MS)
  const found = Promise.resolve().then(find)
  return Promise.race([found.catch(() => missing), late.promise]).finally(() => clearTimeout(timer))
}
