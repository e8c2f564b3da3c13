import { type Static, Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'

/** What a gateway makes of a charge: its decision, or that it comes later. */
export type Decision =
  | { status: 'complete' | 'failed'; reference: string }
  | { status: 'pending'; reference: string; outcome: 'complete' | 'failed'; after_ms: number }

/** What the sandbox can be told to decide. */
export const OUTCOMES = ['approve', 'decline', 'approve_later', 'decline_later'] as const

/** How the sandbox is told to decide; no money is anywhere. */
export const SandboxOptions = Type.Object({
  outcome: Type.Optional(
    Type.Enum([...OUTCOMES], {
      description: 'What the gateway `sandbox` decides; the default is `approve`. Other gateways ignore it.',
    }),
  ),
  after_seconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: 86_400, description: 'How much later. Default: 2 seconds.' }),
  ),
})
export type SandboxOptions = Static<typeof SandboxOptions>

const LATER_SECONDS = 2

/** Asks the gateway, which is part of this program: `manual` agrees to everything, `sandbox` does as it is told. */
export function decide(slug: string, options: SandboxOptions, now: number): Decision {
  const reference = `${slug}-${newId(now).slice(-12)}`
  const { outcome = 'approve', after_seconds = LATER_SECONDS } = slug === 'sandbox' ? options : {}
  const after_ms = after_seconds * 1000
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
