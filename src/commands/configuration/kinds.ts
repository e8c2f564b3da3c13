import type { Kind, Members } from '../../client/configuration/kind.ts'
import { isObject } from '../../kernel/json/json.ts'
import { mask } from '../../kernel/text/mask.ts'
import { EventTypePut } from '../../own-types/own-type.ts'
import { accountSettings } from '../../store/authentication/settings/account-settings.ts'
import type { FieldType } from '../../store/custom-apis/rules/definition.ts'
import {
  publishValidation,
  readValidation,
  type SentValidation,
} from '../../store/custom-apis/rules/published-validation.ts'
import { gateways } from '../../store/gateways/gateway.ts'
import { settings } from '../../store/settings/settings.ts'
import { integrationKind } from './integration-kind.ts'
import { type Beside, DEFAULTS, declared, kindOf, validator } from './kind-of.ts'

/** Event types that the store declares, created by PUT at their keys. */
const eventTypes: Kind = {
  ...DEFAULTS,
  type: 'event-type',
  path: '/events/types',
  frame: 'flat',
  key: ['key'],
  members: ['key', 'description', 'payload', 'sample'],
  exact: ['payload', 'sample'],
  replaces: true,
  created_at_key: true,
  validate: (
    (validate) =>
    ({ key: _, ...body }: Members, operation: 'create' | 'update') =>
      validate(body, operation)
  )(validator('event-type', 'flat', EventTypePut)),
  isDeclarable: ({ declared_by }) => declared_by === 'store',
}

/** Properties of plain types in addition to the declarations of their resources. */
const extras: Readonly<Record<string, Beside>> = {
  currency: { exclusive: 'default' },
  tax_class: { exclusive: 'default' },
  custom_field: { exact: ['presentation'], shown: showField },
  coupon: {
    ignores_case: true,
    filter: 'is_null(batch_id)',
    shown: ({ email, ...others }) => ({ ...others, ...(email !== undefined && { email: lower(email) }) }),
  },
  authentication_realm: { isDeletable: ({ relationships }) => !hasOrigin(relationships) },
}

/** Types of resources that files can declare, each after those that it refers to. */
export const kinds: readonly Kind[] = [
  kindOf(settings, { life: 'single' }),
  kindOf(accountSettings, { life: 'single' }),
  ...declared.map((resource) => kindOf(resource, extras[resource.type])),
  kindOf(gateways, {
    life: 'fixed',
    merged: ['credentials'],
    shown: (members) => ({
      ...members,
      ...(isObject(members.credentials) && { credentials: masked(members.credentials) }),
    }),
    isSecret: (member) => member.startsWith('credentials.'),
  }),
  eventTypes,
  integrationKind,
]

function masked(credentials: Members): Members {
  const entries = Object.entries(credentials).map(([name, value]) => [
    name,
    typeof value === 'string' ? mask(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** The API nests validation rules below the type of the field. */
function showField(members: Members, current: Members | null): Members {
  const field_type = (members.field_type ?? current?.field_type) as FieldType | undefined
  if (field_type === undefined || !Object.hasOwn(members, 'validation')) return members
  try {
    return {
      ...members,
      validation: publishValidation(readValidation(members.validation as SentValidation, field_type), field_type),
    }
  } catch {
    // The API rejects such rules with its own message.
    return members
  }
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** True for a realm that every store has. */
function hasOrigin(relationships: unknown): boolean {
  return isObject(relationships) && relationships.origin !== undefined
}
