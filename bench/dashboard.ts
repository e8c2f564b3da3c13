// Measures the dashboard's cost in a browser, and checks its budget. A separate Tidings serves the built dashboard.
// node bench/dashboard.ts [--rounds 5] [--rows 100000] [--minutes 1] [--only
// build,loading,interaction,home,scrolling,live]
// Times are CPU of the page's thread, which other load on the machine barely affects. Ends with one line of JSON; exits
// with 1 if a limit is exceeded. Needs Debian's chromium-headless-shell.
import { parseArgs } from 'node:util'
import { measureBuild } from './support/dashboard/build.ts'
import { measureHome } from './support/dashboard/home.ts'
import { measureInteraction } from './support/dashboard/interaction.ts'
import { measureLive } from './support/dashboard/live.ts'
import { measureLoading } from './support/dashboard/loading.ts'
import { measureScrolling } from './support/dashboard/scrolling.ts'
import { openDashboardStage } from './support/dashboard/stage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '1' },
    only: { type: 'string', default: 'build,loading,interaction,home,scrolling,live' },
  },
})
const rounds = Number(values.rounds)
const minutes = Number(values.minutes)

/**
 * Limits for perceptible delays, for a machine that is a few years old, and for a tab that stays open. `npm test`
 * limits sizes.
 */
const LIMITS: Readonly<Record<string, number>> = {
  'build.cpu_s': 10,
  'loading.cold.script_ms': 600,
  'loading.warm.script_ms': 600,
  'loading.login.script_ms': 600,
  'interaction.sort.after_response_ms': 100,
  'interaction.filter.after_response_ms': 100,
  'interaction.panel.after_response_ms': 100,
  'home.requests': 6,
  'home.largest_kb': 20,
  'scrolling.rows_in_document': 59,
  'scrolling.heap_mb': 80,
  'scrolling.step_ms.most': 200,
  'live.rows_in_document': 59,
  'live.heap_change_mb': 10,
  'live.share_of_core': 0.3,
  'live.unaccounted': 0,
}

const PARTS = {
  loading: (stage: Stage) => measureLoading(stage, rounds),
  interaction: (stage: Stage) => measureInteraction(stage, rounds),
  home: measureHome,
  scrolling: measureScrolling,
  live: (stage: Stage) => measureLive(stage, minutes),
}
type Stage = Awaited<ReturnType<typeof openDashboardStage>>

const only = values.only.split(',')
const measured: Record<string, object> = {}
if (only.includes('build')) measured.build = measureBuild()
const stage = await openDashboardStage({ integrations: 100, orders: Number(values.rows) })
try {
  for (const [name, measure] of Object.entries(PARTS).filter(([part]) => only.includes(part))) {
    measured[name] = await measure(stage)
    console.error(`${name}:`, JSON.stringify(measured[name]))
  }
} finally {
  await stage.close()
}
const missed = Object.entries(LIMITS).filter(([name, limit]) => (valueAt(measured, name) ?? 0) > limit)
for (const [name, limit] of missed) console.error(`${name} is ${valueAt(measured, name)}, more than ${limit}`)
console.log(JSON.stringify(measured))
process.exitCode = missed.length === 0 ? 0 : 1

function valueAt(found: unknown, name: string): number | undefined {
  return name.split('.').reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], found) as
    | number
    | undefined
}
