/** Failures of one kind that are none: a check of some operations, with a response of this status that says this. */
export type Kind = {
  name: string
  check: string
  /** Matches `POST /v2/products/{product_id}` and the like. */
  operations: RegExp
  status: number
  /** The first problem of the response, as `detail @ pointer`; any when left out. */
  response?: RegExp
  /** Method, address and body of the request. */
  request?: RegExp
  reason: string
}

export const ACCEPTANCE = 'positive_data_acceptance'

export const WITH_BODY = /^(?:POST|PUT|DELETE) /
export const PROMOTIONS = /^(?:POST|PUT) \/v2\/promotions(?:$|\/\{promotion_id\}$|\/dry-run$)/

/** A body that fits its schema and is refused, with a sentence that says why. */
export function refused(name: string, operations: RegExp, response: RegExp, reason: string, request?: RegExp): Kind {
  return { name, check: ACCEPTANCE, operations, status: 422, response, reason, ...(request && { request }) }
}
