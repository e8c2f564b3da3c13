import { OUTCOMES, type SandboxOptions } from '../../store/gateways/decide.ts'

/** A means of payment as a payment provider's client has given it to the shopper. */
export type PaymentMethod = {
  id: string
  display_name: string
  /** Slug of the gateway that takes it. */
  gateway: string
  /** How the sandbox decides about it; null for its default, and for any other gateway. */
  outcome: SandboxOptions['outcome'] | null
}

/** `manual`, `sandbox`, `sandbox:decline` …: the gateway, and what it is to be told. Null for anything else. */
export function readToken(
  token: string,
  gateways: readonly string[],
): Pick<PaymentMethod, 'gateway' | 'outcome'> | null {
  const [gateway = '', told, ...rest] = token.trim().split(':')
  if (!gateways.includes(gateway) || rest.length > 0) return null
  if (told === undefined) return { gateway, outcome: null }
  const outcome = OUTCOMES.find((one) => one === told)
  return gateway === 'sandbox' && outcome !== undefined ? { gateway, outcome } : null
}
