import { findAccount } from '../../client/account.ts'
import { type Applied, applyPlan, type Outcome } from '../../client/configuration/apply-plan.ts'
import { readDesired } from '../../client/configuration/desired.ts'
import { makePlan, nameOf, type Plan, type Step } from '../../client/configuration/plan.ts'
import { readState } from '../../client/configuration/read-state.ts'
import { planData, secretsIn, showDiff, showPlan } from '../../client/configuration/show-plan.ts'
import { readSources } from '../../client/configuration/sources.ts'
import type { State } from '../../client/configuration/state.ts'
import type { Connection } from '../../client/connection.ts'
import { connectWithRetries } from '../../client/retrying-connection.ts'
import { readEnvironment } from '../../config.ts'
import { print } from '../../tool/output.ts'
import { writeErr, writeOut } from '../../tool/terminal.ts'
import { confirm } from './confirm.ts'
import { kinds } from './kinds.ts'
import { leftOut } from './left-out.ts'
import type { ApplyOptions, ConfigurationOptions } from './options.ts'

/** Exit code if there are changes. */
const DIFFERENT = 2

type Planned = { connection: Connection; state: State; plan: Plan }

/** Reads the files and the store, and compares them. Throws every mistake in the files. */
async function planFiles(files: readonly string[], options: ApplyOptions): Promise<Planned> {
  const { prune = false, pruneType: prune_types = [], writeSecrets: write_secrets = false } = options
  checkTypes(prune_types)
  const desired = readDesired(await readSources(files), { kinds, left_out: leftOut, environment: readEnvironment() })
  if (desired.length === 0 && prune_types.length === 0) throw new Error(`${files.join(', ')}: no resource is declared.`)
  const connection = await connectWithRetries(await findAccount(options))
  const state = await readState(connection, kinds, desired, prune_types)
  return { connection, state, plan: makePlan(desired, state, { kinds, prune, prune_types, write_secrets }) }
}

function checkTypes(types: readonly string[]): void {
  const deletable = kinds.filter(({ life }) => life === 'free').map(({ type }) => type)
  const unknown = types.find((type) => !deletable.includes(type))
  if (unknown !== undefined) throw new Error(`--prune-type ${unknown}: it must be one of ${deletable.join(', ')}.`)
}

export async function diffFiles(files: readonly string[], options: ConfigurationOptions): Promise<void> {
  const { plan } = await planFiles(files, options)
  await print(planData(plan, null), options, () => showDiff(plan))
  if (plan.steps.length > 0) process.exitCode = DIFFERENT
}

export async function applyFiles(files: readonly string[], options: ApplyOptions): Promise<void> {
  const { connection, state, plan } = await planFiles(files, options)
  const isText = options.json === undefined && (options.output ?? 'table') === 'table'
  if (options.dryRun || plan.steps.length === 0) {
    await print(planData(plan, null), options, () => showPlan(plan))
    if (plan.steps.length > 0) process.exitCode = DIFFERENT
    return
  }
  if (isText) writeOut(showPlan(plan))
  if (!options.yes && !(await confirm(isText ? '' : showPlan(plan)))) throw new Error('Nothing was changed.')
  const applied = await applyPlan(connection, plan, state, { kinds, secrets: secretsIn(plan) })
  await print(planData(plan, applied), options, () => describeApplied(plan, applied))
  for (const note of applied.notes) writeErr(`${note}\n`)
  if (applied.failure !== null) throw new Error(`${applied.failure}\n${describeRest(plan, applied)}`)
}

function describeApplied({ steps }: Plan, { outcomes }: Applied): string {
  const count = (action: Step['action']) =>
    steps.filter((step, index) => step.action === action && outcomes[index] === 'done').length
  return `${count('create')} created, ${count('update')} updated, ${count('delete')} deleted\n`
}

function describeRest({ steps }: Plan, { outcomes }: Applied): string {
  const names = (...of: Outcome[]) =>
    steps
      .filter((_, index) => of.includes(outcomes[index] ?? 'not_started'))
      .map((step) => `${step.action} ${nameOf(step)}`)
  const done = names('done')
  const open = names('failed', 'not_started')
  return `Applied: ${done.join(', ') || 'nothing'}.\nNot applied: ${open.join(', ')}. Apply the files again to continue.`
}
