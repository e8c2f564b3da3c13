/** Whether one thing that a process needs is there; `detail` says in a public sentence what is not, or not as it should be. */
export type Finding = { ok: true; detail?: string } | { ok: false; detail: string }

/** One thing to look at; what it throws counts as not there. */
export type Check = { name: string; find(): Promise<Finding> | Finding; otherwise: string }

export type Readiness = { status: 'ready' | 'not ready'; checks: Record<string, Finding> }

const PATIENCE = 2_000

/** Looks at everything at once, in two seconds at most. */
export async function lookAt(checks: readonly Check[]): Promise<Readiness> {
  const found = await Promise.all(checks.map(async (check) => [check.name, await find(check)] as const))
  const ready = found.every(([, finding]) => finding.ok)
  return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(found) }
}

async function find({ find, otherwise }: Check): Promise<Finding> {
  const missing: Finding = { ok: false, detail: otherwise }
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => late.resolve(missing), PATIENCE)
  const found = Promise.resolve().then(find)
  return Promise.race([found.catch(() => missing), late.promise]).finally(() => clearTimeout(timer))
}
