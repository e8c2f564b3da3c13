import { type Static, Type } from 'typebox'
import { newId } from '../../db/new-id.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { GatewaySlug } from './gateway.ts'

/** A gateway's decision on a charge, which may be pending. */
export type Decision =
  | { status: 'complete' | 'failed'; reference: string }
  | { status: 'pending'; reference: string; outcome: 'complete' | 'failed'; after_ms: number }

/** Outcomes that the sandbox can simulate. */
export const OUTCOMES = ['approve', 'decline', 'approve_later', 'decline_later'] as const

const NO_PROVIDER = 'No payment provider receives it.'

/** The outcome to request from the sandbox; no money moves. */
export const SandboxOptions = Type.Object(
  {
    outcome: Type.Optional(
      Type.Enum([...OUTCOMES], {
        title: 'SandboxOutcome',
        description: 'What the gateway `sandbox` decides; the default is `approve`. Other gateways ignore it.',
      }),
    ),
    after_seconds: Type.Optional(
      Type.Number({ minimum: 0, maximum: 86_400, description: 'The delay of a later decision. Default: 2 seconds.' }),
    ),
  },
  {
    title: 'SandboxOptions',
    'x-ignored': { soft_descriptor: NO_PROVIDER, note_to_payer: NO_PROVIDER, note: NO_PROVIDER },
    'x-refused': Object.fromEntries(
      [
        ...['receipt_email', 'automatic_payment_methods', 'shopper_reference', 'recurring_processing_model'],
        ...['customer_payment_profile_id', 'description', 'application_context'],
      ].map((name) => [
        name,
        'Only a payment provider takes it: record the result of the provider with the gateway `manual`.',
      ]),
    ),
  },
)
export type SandboxOptions = Static<typeof SandboxOptions>

const LATER_SECONDS = 2

/** Options that apply to each gateway; the default outcome is approval. All gateways are part of this program. */
const decisions: Readonly<Record<GatewaySlug, (requested: SandboxOptions) => SandboxOptions>> = {
  manual: () => ({}),
  sandbox: (requested) => requested,
}

export function decide(slug: GatewaySlug, options: SandboxOptions, now: number): Decision {
  const reference = `${slug}-${newId(now).slice(-12)}`
  const { outcome = 'approve', after_seconds = LATER_SECONDS } = decisions[slug](options)
  const after_ms = after_seconds * SECOND
  switch (outcome) {
    case 'approve':
      return { status: 'complete', reference }
    case 'decline':
      return { status: 'failed', reference }
    case 'approve_later':
      return { status: 'pending', reference, outcome: 'complete', after_ms }
    case 'decline_later':
      return { status: 'pending', reference, outcome: 'failed', after_ms }
  }
}
