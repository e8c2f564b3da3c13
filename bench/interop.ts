// Checks that third-party programs and servers work with Tidings: the receiver of each page of docs/guides/receive with
// its language's library, queue servers and a broker, CloudEvents SDKs, clients generated from docs/openapi.json, and
// Schemathesis. Ends with one line of JSON; exits with 1 if a check failed or an event was lost.
// node bench/interop.ts [--only python,artemis] [--events 5000] [--seconds 240] [--seed 1]
// Needs Go, Python, Rust, Java and Maven; downloads the rest.

import { parseArgs } from 'node:util'
import { checkClient, GENERATED_CLIENTS } from './interop/clients.ts'
import { LANGUAGES } from './interop/languages.ts'
import { checkLibraries } from './interop/libraries.ts'
import { checkReceiver } from './interop/receivers.ts'
import { checkSchemathesis } from './interop/schemathesis.ts'
import { openStage, type Stage } from './interop/stage.ts'
import { TARGETS } from './interop/targets.ts'
import { missingTools } from './interop/tools.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    events: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
  },
})
const only = values.only.split(',').filter((name) => name !== '')
const events = Number(values.events)

type Report = { ok: boolean } & Record<string, unknown>

const missing = missingTools()
for (const line of missing) console.error(line)
process.exitCode = missing.length > 0 ? 1 : await runAll()

async function runAll(): Promise<number> {
  const started = performance.now()
  const stage = await openStage()
  try {
    const report = await checkAll(stage)
    const ok = Object.values(report).every((part) => part.ok)
    console.log(JSON.stringify({ ok, ...report, seconds: secondsSince(started) }))
    return ok ? 0 : 1
  } finally {
    await stage.close()
  }
}

async function checkAll(stage: Stage): Promise<Record<string, Report>> {
  const report: Record<string, Report> = {}
  const check = async (name: string, run: () => Promise<Report>) => {
    const began = performance.now()
    console.log(`${name} …`)
    const outcome = await run().catch((error: Error) => ({ ok: false, error: error.message }))
    report[name] = { ...outcome, seconds: secondsSince(began) }
    console.log(`${name}: ${JSON.stringify(report[name])}`)
  }
  for (const client of GENERATED_CLIENTS) {
    const name = `${client.name}-client`
    if (!isChosen({ name })) continue
    const reason = client.missing()
    if (reason === null) await check(name, () => checkClient(stage, client))
    else report[name] = { ok: true, not_run: reason }
  }
  const bodies: string[] = []
  for (const target of TARGETS.filter(isChosen)) {
    await check(target.name, async () => {
      const { samples, ...outcome } = await target.check(stage, events)
      bodies.push(...samples)
      return outcome
    })
  }
  for (const language of LANGUAGES.filter(isChosen)) {
    const reason = language.missing()
    if (reason !== null) report[language.name] = { ok: true, not_run: reason }
    if (reason !== null) continue
    await check(language.name, () => checkReceiver(stage, language))
    const { checker } = language
    if (checker !== null) await check(`${language.name} libraries`, async () => checkLibraries(await checker(), bodies))
  }
  // Runs last, because it creates, changes and deletes arbitrary resources.
  if (isChosen({ name: 'schemathesis' }))
    await check('schemathesis', () =>
      checkSchemathesis(stage, { seconds: Number(values.seconds), seed: Number(values.seed) }),
    )
  return report
}

function isChosen({ name }: { name: string }): boolean {
  return only.length === 0 || only.includes(name)
}

function secondsSince(began: number): number {
  return Number(((performance.now() - began) / 1000).toFixed(1))
}
