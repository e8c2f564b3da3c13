import { OUTCOMES, type SandboxOptions } from '../../store/gateways/decide.ts'

/** A payment token of a gateway, with the name that the shopper gave it. */
export type PaymentMethod = {
  id: string
  display_name: string
  /** Slug of the gateway. */
  gateway: string
  /** The outcome that the sandbox returns; null for its default, and for other gateways. */
  outcome: SandboxOptions['outcome'] | null
}

/** Parses `manual`, `sandbox`, `sandbox:decline` and the like: a gateway and an optional outcome. Null if invalid. */
export function parsePaymentToken(
  token: string,
  gateways: readonly string[],
): Pick<PaymentMethod, 'gateway' | 'outcome'> | null {
  const [gateway = '', details, ...rest] = token.trim().split(':')
  if (!gateways.includes(gateway) || rest.length > 0) return null
  if (details === undefined) return { gateway, outcome: null }
  const outcome = OUTCOMES.find((one) => one === details)
  return gateway === 'sandbox' && outcome !== undefined ? { gateway, outcome } : null
}
