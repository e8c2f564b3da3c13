import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { type Caller, isAnonymous, shopperId } from './caller.ts'
import { networkOf } from './client-address.ts'

/** The limit of all shoppers of a network, as a multiple of one shopper's limit. */
const SHOPPERS_PER_NETWORK = 10
/** Maximum number of callers counted per second. Beyond it the oldest are dropped. */
const MAX_CALLERS = 20_000

/**
 * Limits requests per second: `max` per key, per person and per shopper. Because anonymous sessions are free and anyone
 * can register, a network has one limit of ten times `max` for its anonymous shoppers and another for its logged-in
 * shoppers. Public routes are not counted.
 */
export async function limitRequests(server: FastifyInstance, max: number): Promise<void> {
  await server.register(rateLimit, {
    ...limit(max, (max) => `The limit is ${max} requests per second for each key, each person and each shopper.`),
    keyGenerator: ({ callerOrNull }) => (callerOrNull === null ? '' : callerId(callerOrNull)),
    allowList: ({ callerOrNull }) => callerOrNull === null,
  })
  const many = (max: number) =>
    `The limit is ${max} requests per second for all anonymous shoppers with one network address, and for all who have logged in.`
  await server.register(rateLimit, {
    ...limit(max * SHOPPERS_PER_NETWORK, many),
    keyGenerator: ({ callerOrNull, clientAddress }) =>
      `${callerOrNull !== null && isAnonymous(callerOrNull) ? 'anonymous' : 'logged in'} from ${networkOf(clientAddress)}`,
    allowList: ({ callerOrNull }) => callerOrNull?.role !== 'shopper',
    // The headers describe the limit of the shopper, set above.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

function limit(max: number, detail: (max: number) => string): RateLimitPluginOptions {
  return {
    max,
    timeWindow: 1000,
    cache: MAX_CALLERS,
    errorResponseBuilder: () => new AppError('too_many_requests', [{ detail: detail(max) }]),
  }
}

/**
 * Shoppers need no secret, so they are counted by session or login instead of by key. People are counted over all their
 * sessions.
 */
function callerId(caller: Caller): string {
  const { role, key_id, person_id } = caller
  if (person_id !== null) return `person ${person_id}`
  return role === 'seller' ? `seller ${key_id}` : `shopper ${shopperId(caller)}`
}
