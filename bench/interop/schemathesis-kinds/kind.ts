/** A kind of false positive: a check of some operations, with a response of this status and problem. */
export type Kind = {
  name: string
  check: string
  /** Matches `POST /v2/products/{product_id}` and the like. */
  operations: RegExp
  status: number
  /** Matches the response's first problem as `detail @ pointer`; any problem if omitted. */
  response?: RegExp
  /** Matches method, address and body of the request. */
  request?: RegExp
  reason: string
}

export const ACCEPTANCE = 'positive_data_acceptance'

export const WITH_BODY = /^(?:POST|PUT|DELETE) /
export const PROMOTIONS = /^(?:POST|PUT) \/v2\/promotions(?:$|\/\{promotion_id\}$|\/dry-run$)/

/** A kind for bodies that match their schema and are rejected, with the reason. */
export function refused(name: string, operations: RegExp, response: RegExp, reason: string, request?: RegExp): Kind {
  return { name, check: ACCEPTANCE, operations, status: 422, response, reason, ...(request && { request }) }
}
