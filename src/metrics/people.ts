import { Counter, type Registry } from 'prom-client'
import type { LogInOutcome, PeopleTelemetry } from '../people/telemetry.ts'

const OUTCOMES: Readonly<Record<LogInOutcome, true>> = {
  succeeded: true,
  second_factor: true,
  organization: true,
  refused: true,
  limited: true,
  unavailable: true,
}

/** Registers metrics of log-ins; no label identifies a person. */
export function people(registry: Registry): PeopleTelemetry {
  const logIns = new Counter({
    name: 'tidings_person_log_ins_total',
    help: 'Log-in requests of people, by outcome: `succeeded`; a right password that needs a `second_factor` or the choice of an `organization`, too; `refused`; `limited`, because too many have failed; or `unavailable`, because too many passwords wait to be hashed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of Object.keys(OUTCOMES)) logIns.inc({ outcome }, 0)
  return { loggedIn: (outcome) => logIns.inc({ outcome }) }
}
