import type { Contract, Promised } from '../documents/contract.ts'
import type { Actor } from './actors.ts'
import { type Attempt, attemptsOf, type Sides } from './attempt.ts'
import type { Findings } from './findings.ts'
import { ask, comparable, leaksIn, type Secrets } from './judge.ts'
import { parametersOf, valuesFor } from './recording.ts'
import { referencesIn, withBody } from './references.ts'

export type Trial = {
  origin: string
  contract: Contract
  operations: readonly Promised[]
  actor: Actor
  secrets: Secrets
  sides: Sides
}

/** Tries every operation in every way as one actor, each request beside the same request with unknown ids. */
export async function tryApi(findings: Findings, trial: Trial): Promise<void> {
  const references = referencesIn(trial.contract, trial.sides.target)
  for (const operation of trial.operations) {
    for (const attempt of attemptsOf(operation, trial.sides)) await tryOne(findings, trial, attempt)
    for (const body of references.get(operation.operationId) ?? [])
      for (const attempt of withReference(operation, trial.sides, body)) await tryOne(findings, trial, attempt)
  }
}

/** Body references are tried with the actor's own path, because a foreign path would end the request first. */
function withReference(operation: Promised, sides: Sides, body: unknown): Attempt[] {
  if (sides.own === null) return []
  const target = withBody(sides.target, operation, body)
  const own = parametersOf(operation.path).length === 0 ? sides.target : sides.own
  const attempts = attemptsOf(operation, { ...sides, target, own })
  return attempts.filter(({ what }) => what === 'in the body' || own === sides.target).slice(-1)
}

async function tryOne(findings: Findings, { origin, actor, secrets }: Trial, attempt: Attempt): Promise<void> {
  const { operation, what, foreign, never } = attempt
  const name = `${operation.operationId} (${what}) by ${actor.name}`
  const send = (sent: Attempt['foreign']) => {
    findings.requests += 1
    return ask(origin, actor.token, { ...sent, headers: actor.headers })
  }
  const reply = await send(foreign)
  for (const secret of leaksIn(reply, { ...foreign, headers: actor.headers }, secrets))
    findings.read.push(`${name}: ${reply.status} reports ${secret}`)
  if (actor.is_shopper && operation.access === 'seller' && ![401, 403].includes(reply.status))
    findings.shopper_gains.push(`${name}: ${reply.status} instead of 403`)
  if (never === null) return
  const other = await send(never)
  const [one, two] = [comparable(reply, attempt), comparable(other, attempt)]
  if (one === two) return
  const shown = [foreign, never].map((sent) =>
    `${sent.method} ${sent.path} ${JSON.stringify(sent.body) ?? ''}`.slice(0, 600),
  )
  findings.distinguished.push(`${name}:\n  ${shown[0]}\n  ${one.slice(0, 300)}\n  ${shown[1]}\n  ${two.slice(0, 300)}`)
}

/** Operations for which a recording has ids and a body. */
export function withinReach(operations: readonly Promised[], { target }: Pick<Sides, 'target'>): Promised[] {
  return operations.filter(
    ({ path, operationId, body }) =>
      !('missing' in valuesFor(target, path)) && (body === null || target.bodies.has(operationId)),
  )
}
