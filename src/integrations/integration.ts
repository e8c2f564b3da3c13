import { type Static, Type } from 'typebox'
import { FILTER_LENGTH } from '../kernel/lists/filter.ts'
import type { Owner } from '../kernel/owner.ts'
import { Id, ImpliedType, Links, Time, Timestamps } from '../kernel/schemas.ts'
import { kindsInWords, membersInWords } from './kinds/documentation.ts'
import { type Destination, type IntegrationType, integrationTypes, type TargetKind } from './kinds/kinds.ts'
import type { PayloadReader } from './rules/payload-reader.ts'

const integration_type = Type.Enum([...integrationTypes], {
  title: 'IntegrationType',
  description: `The kind of target: ${kindsInWords()}.`,
})

const Configuration = Type.Record(Type.String(), Type.Unknown(), {
  description:
    `${membersInWords()} Other members have no effect: they are stored encrypted, returned only to the ` +
    'owner, and named in `meta.ignored`.',
})

const attributes = {
  integration_type,
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the integration.' }),
  description: Type.String({ maxLength: 10_000, description: 'Description.' }),
  enabled: Type.Boolean({ description: 'Whether events are delivered to it.' }),
  configuration: Configuration,
  observes: Type.Array(Type.String(), {
    title: 'ObservedKeys',
    minItems: 1,
    description:
      "The event keys that are delivered to it, including the store's own. `order.*` stands for all keys with this prefix, " +
      '`*` for all keys except that of one-time passwords.',
  }),
}

/** Maximum number of in-flight attempts of one integration in one process. @operator */
const MAX_CONCURRENCY = 64

/** Optional attributes: null removes one of them, and a response includes only those that are set. */
const options = {
  filter: Type.String({
    title: 'PayloadFilter',
    minLength: 1,
    maxLength: FILTER_LENGTH,
    description:
      'Filters the observed events by their payload, with conditions on its members as in the filters of lists. ' +
      'A condition on a member that an event lacks does not hold.',
    examples: ['gt(data.meta.display_price.with_tax.amount,10000)'],
  }),
  rate_limit: Type.Number({
    minimum: 0.1,
    maximum: 10_000,
    description: 'Maximum attempts per second, of all processes together. Absent: no limit.',
  }),
  concurrency: Type.Integer({
    minimum: 1,
    maximum: MAX_CONCURRENCY,
    description:
      'Maximum attempts in flight in each process that delivers. Absent: as many as the receiver handles ' +
      `without delay, at most ${MAX_CONCURRENCY}.`,
  }),
}

const NullableOptions = Type.Object({
  filter: Type.Optional(Type.Union([options.filter, Type.Null()])),
  rate_limit: Type.Optional(Type.Union([options.rate_limit, Type.Null()])),
  concurrency: Type.Optional(Type.Union([options.concurrency, Type.Null()])),
})

export const IntegrationCreate = Type.Object({
  type: ImpliedType('integration'),
  integration_type: attributes.integration_type,
  name: attributes.name,
  description: Type.Optional(attributes.description),
  enabled: Type.Optional(attributes.enabled),
  configuration: attributes.configuration,
  observes: attributes.observes,
  ...NullableOptions.properties,
  generate_secret: Type.Optional(
    Type.Boolean({
      description: 'Generates a random `secret_key` for a webhook without one; the response contains it.',
    }),
  ),
})
export type IntegrationCreate = Static<typeof IntegrationCreate>

export const IntegrationUpdate = Type.Object({
  type: Type.Literal('integration'),
  ...Type.Partial(Type.Object(attributes)).properties,
  ...NullableOptions.properties,
})
export type IntegrationUpdate = Static<typeof IntegrationUpdate>

export const IntegrationResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration'),
    ...attributes,
    ...Type.Partial(Type.Object(options)).properties,
    links: Links,
    meta: Type.Object(
      {
        timestamps: Timestamps,
        disabled: Type.Optional(
          Type.Object(
            {
              code: Type.Enum(['gone', 'failing'], { title: 'IntegrationDisabledCode' }),
              detail: Type.String(),
              at: Time,
              cancelled_jobs: Type.Optional(
                Type.Integer({ description: 'Unfinished jobs that it cancelled, counted up to 10,000.' }),
              ),
            },
            { description: 'Why the service disabled the integration by itself; absent otherwise.' },
          ),
        ),
        secret: Type.Optional(
          Type.Object(
            {
              since: Type.Union([Time, Type.Null()], {
                description: 'When the secret was set; null if the time was not recorded.',
              }),
              previous_until: Type.Union([Time, Type.Null()], {
                description: 'End of the time in which the previous secret signs too; null if it no longer signs.',
              }),
            },
            { description: 'The age of the secret that signs; absent without one.' },
          ),
        ),
        public_key: Type.Optional(
          Type.String({ description: 'Verifies `v1a` signatures; absent without a `private_key`.' }),
        ),
        ignored: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Names of the members of `configuration` that have no effect; absent when there are none.',
          }),
        ),
        warnings: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Recommended changes; absent if there are none.',
          }),
        ),
      },
      { title: 'IntegrationMeta' },
    ),
  },
  { $id: 'Integration' },
)
export type IntegrationResource = Static<typeof IntegrationResource>

export const IntegrationIdentifier = Type.Object({
  id: Id,
  type: Type.Literal('integration'),
})

/** An integration with its secrets in clear: for this module only, never for a payload. */
export type Integration = Owner & {
  id: string
  integration_type: IntegrationType
  name: string
  description: string
  enabled: boolean
  observes: string[]
  /** Null delivers every observed event. */
  filter: string | null
  /** Maximum number of attempts per second; null without a limit. */
  rate_limit: number | null
  /** Maximum number of in-flight attempts per process; null without a limit of its own. */
  concurrency: number | null
  /** Includes the secrets in clear. */
  configuration: Record<string, unknown>
  /** The previous webhook secret, a second signer until `previous_secret_until` (milliseconds since the epoch). */
  previous_secret_key: string | null
  previous_secret_until: number | null
  /** Time when the webhook secret was set; null without a secret, or if the time was not recorded. */
  secret_since: number | null
  disabled_reason: DisabledReason | null
  /** Jobs with a lower id are cancelled. */
  cancelled_before: string
  version: number
  revision: number
  created_at: number
  updated_at: number
}

/** Reasons stored by older releases have no `cancelled_jobs`. */
export type DisabledReason = { code: 'gone' | 'failing'; detail: string; at: string; cancelled_jobs?: number }

/** An enabled integration for deliveries: filter and configuration parsed, without members that have no effect. */
export type EnabledIntegration<Kind extends TargetKind = TargetKind> = Omit<
  Integration,
  'configuration' | 'filter' | 'secret_since'
> & {
  /** Null delivers every observed event. */
  filter: PayloadTest | null
} & Destination<Kind>

/** True if an event with this payload is delivered. */
export type PayloadTest = (payload: PayloadReader) => boolean
