import { OUTCOMES, type SandboxOptions } from '../../store/gateways/decide.ts'
import { GATEWAYS, type GatewaySlug } from '../../store/gateways/gateway.ts'

/** A payment token, with the name that the shopper gave it. */
export type PaymentMethod = {
  id: string
  display_name: string
  gateway: GatewaySlug
  /** The outcome that the sandbox returns; null for its default, and for other gateways. */
  outcome: SandboxOptions['outcome'] | null
  /** The result of a payment page, which is passed to the gateway as the payment's reference. */
  reference?: string
}

const SLUGS = GATEWAYS.map(({ slug }) => slug)

/**
 * Parses a payment token: the slug of an enabled gateway, with an outcome for the sandbox (`sandbox:decline`), or else
 * the result of a payment page, which is for the first enabled gateway. Null if no enabled gateway matches.
 */
export function parsePaymentToken(
  text: string,
  enabled: ReadonlySet<string>,
): Pick<PaymentMethod, 'gateway' | 'outcome' | 'reference'> | null {
  const [slug, outcome, ...rest] = text.split(':')
  const named = SLUGS.find((one) => one === slug)
  if (named === undefined) {
    const gateway = SLUGS.find((one) => enabled.has(one))
    return gateway === undefined ? null : { gateway, outcome: null, reference: text }
  }
  if (!enabled.has(named) || rest.length > 0) return null
  if (outcome === undefined) return { gateway: named, outcome: null }
  const requested = OUTCOMES.find((one) => one === outcome)
  return named === 'sandbox' && requested !== undefined ? { gateway: named, outcome: requested } : null
}
