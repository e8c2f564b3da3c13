import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { type Caller, isAnonymous } from './caller.ts'
import { networkOf } from './client-address.ts'

/** How many shoppers of one network may come up to their limit at once. */
const SHOPPERS_OF_NETWORK = 10
/** Whose requests of the current second are counted at most; past it the oldest are forgotten. */
const MOST_COUNTED = 20_000

/**
 * Bounds requests a second: `max` of a key's sellers, `max` of each shopper apart from them, and ten times as many of all
 * shoppers of one network who have not logged in. What needs no token is not counted.
 */
export async function limitRequests(server: FastifyInstance, max: number): Promise<void> {
  await server.register(rateLimit, {
    ...limit(max, (max) => `One key, or one shopper, may make ${max} requests a second; slow down.`),
    keyGenerator: ({ callerOrNull }) => (callerOrNull === null ? '' : whoIs(callerOrNull)),
    allowList: ({ callerOrNull }) => callerOrNull === null,
  })
  const many = (max: number) => `Shoppers of one network address may make ${max} requests a second; slow down.`
  await server.register(rateLimit, {
    ...limit(max * SHOPPERS_OF_NETWORK, many),
    keyGenerator: ({ clientAddress }) => networkOf(clientAddress),
    allowList: ({ callerOrNull }) => callerOrNull === null || !isAnonymous(callerOrNull),
    // Clients are told of their own limit.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

function limit(max: number, detail: (max: number) => string): RateLimitPluginOptions {
  return {
    max,
    timeWindow: 1000,
    cache: MOST_COUNTED,
    errorResponseBuilder: () => new AppError('too_many_requests', [{ detail: detail(max) }]),
  }
}

/** A shopper's token comes of a key's public id, or of no key at all: it is counted by itself, or by who has logged in. */
function whoIs({ role, key_id, customer_id, account_member_id, session_id }: Caller): string {
  return role === 'seller' ? `seller ${key_id}` : `shopper ${customer_id ?? account_member_id ?? session_id}`
}
