import { cloudSqs } from './cloud-sqs.ts'
import type { Confirmation, Kind, Members } from './kind.ts'
import { stomp } from './stomp.ts'
import { webhook } from './webhook.ts'

const kinds = {
  webhook,
  cloud_sqs: cloudSqs,
  stomp,
}

export type TargetKind = keyof typeof kinds

/** Name of a kind, or another spelling of it. */
export type IntegrationType = TargetKind | (typeof kinds)[TargetKind]['spellings'][number]

type Configurations = { [Each in TargetKind]: ReturnType<(typeof kinds)[Each]['parse']> }

const declarations: { [Each in TargetKind]: Kind<Configurations[Each], IntegrationType> } = kinds

/**
 * Target of an integration. `endpoint` is `host:port`, null when unknown; if `ordered`, deliveries of one resource wait
 * for each other.
 */
export type Destination<Each extends TargetKind = TargetKind> = {
  [One in Each]: { kind: One; configuration: Configurations[One]; endpoint: string | null; ordered: boolean }
}[Each]

export const targetKinds = Object.keys(kinds) as TargetKind[]

const kindBySpelling = new Map<IntegrationType, TargetKind>(
  targetKinds.flatMap((kind) => [kind, ...declarations[kind].spellings].map((spelling) => [spelling, kind] as const)),
)

export const integrationTypes: readonly IntegrationType[] = [...kindBySpelling.keys()]

export function kindOf(integration_type: IntegrationType): TargetKind {
  return kindBySpelling.get(integration_type) as TargetKind
}

/** Returns the parts of a kind's declaration that do not depend on the type of its configuration. */
export function declarationOf(
  integration_type: IntegrationType,
): Omit<Kind<unknown, IntegrationType>, 'endpoint' | 'isOrdered' | 'confirmation'> {
  return declarations[kindOf(integration_type)]
}

export function parseDestination(integration_type: IntegrationType, members: Members): Destination {
  return parse(kindOf(integration_type), members)
}

function parse<Each extends TargetKind>(kind: Each, members: Members): Destination {
  const { parse, endpoint, isOrdered = () => false } = declarations[kind]
  const configuration = parse(members)
  const ordered = isOrdered(configuration)
  return { kind, configuration, endpoint: endpoint(configuration), ordered } as Destination
}

export function confirmationOf(integration_type: IntegrationType, members: Members): Confirmation {
  return confirmationOfKind(kindOf(integration_type), members)
}

function confirmationOfKind<Each extends TargetKind>(kind: Each, members: Members): Confirmation {
  const { parse, confirmation } = declarations[kind]
  return confirmation(parse(members))
}
