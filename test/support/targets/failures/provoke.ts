import { addressPolicy } from '../../../../src/deliveries/targets/network/guard.ts'
import { closeTargets, openTargets, senderFor } from '../../../../src/deliveries/targets/targets.ts'
import { deliver } from '../../../../src/deliveries/worker/deliver.ts'
import type { DueJob, LeasedJob } from '../../../../src/events/jobs.ts'
import { anywhere } from '../../servers/tls.ts'
import { aDueJob, anEvent, anIntegration } from '../due-job.ts'
import { type Failure, fill, type Keep, type Provocation, type RealBroker } from './failure.ts'

/** Outcome of an attempt, as recorded in the log and the job. */
export type Provoked = {
  error_detail: string | null
  next: Failure['next']
  overload: boolean
  expected: string
}

/** Deliveries may reach 127.0.0.1 and no other private address; every name resolves to it. */
const OPTIONS = {
  policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }),
  resolver: anywhere,
  timeout_ms: 10_000,
  header_names: { trigger: 'X-Trigger', secret_key: 'X-Secret-Key', resource_version: 'X-Version' },
  source: 'https://tidings.example/v2',
  machine_role: false,
}

const DELIVERING = {
  clock: Date.now,
  cipher: { open },
  random: () => 0.5,
  schedule: [60],
  telemetry: { attempting: () => null },
  largePayloads: { run: <T>(job: LeasedJob, work: (job: DueJob) => Promise<T>) => work(job as DueJob) },
}

/** Provokes a failure with the production code; a broker's failure needs the broker. */
export async function provoke(failure: Failure, broker?: RealBroker): Promise<Provoked> {
  const opened: { close(): Promise<void> }[] = []
  const keep: Keep = (thing) => {
    opened.push(thing)
    return thing
  }
  try {
    const provocation = await provocationOf(failure, keep, broker)
    return await attempt(failure, provocation)
  } finally {
    for (const each of opened.reverse()) await each.close()
  }
}

function provocationOf(failure: Failure, keep: Keep, broker?: RealBroker): Promise<Provocation> {
  if ('provoke' in failure) return failure.provoke(keep)
  if (broker === undefined) throw new Error(`${failure.id} needs ${failure.broker}`)
  return failure.provokeAt(broker, keep)
}

async function attempt(failure: Failure, provocation: Provocation): Promise<Provoked> {
  const { configuration, options, event, before, beside = 0, values = {} } = provocation
  const targets = openTargets({ ...OPTIONS, ...options })
  const integration = anIntegration({ integration_type: failure.kind, configuration })
  const sender = senderFor(targets, integration)
  const send = (id: string) => deliver(DELIVERING, sender, aDueJob({ event: anEvent({ id, ...event }) }), integration)
  await before?.({ targets, send: () => send('event-before') })
  const [delivered] = await Promise.all([
    send('event-0'),
    ...Array.from({ length: beside }, (_, at) => send(`event-${at + 1}`)),
  ])
  await closeTargets(targets)
  const { settlement, ended } = delivered
  const timeout_ms = options?.timeout_ms ?? OPTIONS.timeout_ms
  return {
    error_detail: settlement.log?.error_detail ?? null,
    next: settlement.next.status === 'failed' ? 'final' : 'retried',
    overload: ended?.outcome === 'overloaded',
    expected: fill(failure.message, { timeout: `${timeout_ms / 1_000} seconds`, ...values }),
  }
}

/** A cipher without the required key. */
function open(): never {
  throw new Error('unknown key')
}
