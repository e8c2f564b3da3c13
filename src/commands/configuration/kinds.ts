import type { Kind, Members } from '../../client/configuration/kind.ts'
import { isObject } from '../../kernel/json/json.ts'
import { mask } from '../../kernel/text/mask.ts'
import { EventTypePut } from '../../own-types/own-type.ts'
import { authenticationRealms } from '../../store/authentication/authentication-realm.ts'
import { passwordProfiles } from '../../store/authentication/password-profile.ts'
import { accountSettings } from '../../store/authentication/settings/account-settings.ts'
import { catalogs } from '../../store/catalog/catalog.ts'
import { catalogRules } from '../../store/catalog/catalog-rule.ts'
import { hierarchies } from '../../store/catalog/hierarchy.ts'
import { nodes } from '../../store/catalog/node.ts'
import { priceModifiers } from '../../store/catalog/price-modifier.ts'
import { pricebooks } from '../../store/catalog/pricebook.ts'
import { currencies } from '../../store/currencies/currency.ts'
import { customApis } from '../../store/custom-apis/custom-api.ts'
import { customFields } from '../../store/custom-apis/custom-field.ts'
import type { FieldType } from '../../store/custom-apis/rules/definition.ts'
import {
  publishValidation,
  readValidation,
  type SentValidation,
} from '../../store/custom-apis/rules/published-validation.ts'
import { gateways } from '../../store/gateways/gateway.ts'
import { coupons } from '../../store/promotions/coupons/coupon.ts'
import { promotions } from '../../store/promotions/promotion.ts'
import { settings } from '../../store/settings/settings.ts'
import { shippingOptions } from '../../store/shipping/shipping-option.ts'
import { taxClasses } from '../../store/taxes/tax-class.ts'
import { taxRates } from '../../store/taxes/tax-rate.ts'
import { taxZones } from '../../store/taxes/tax-zone.ts'
import { integrationKind } from './integration-kind.ts'
import { DEFAULTS, kindOf, validator } from './kind-of.ts'

/** The types that the store declares, each put at its key. */
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

/** The types of resources that files can declare: each after those that it refers to. */
export const kinds: readonly Kind[] = [
  kindOf(settings, { life: 'single', key: [] }),
  kindOf(accountSettings, { life: 'single', key: [] }),
  kindOf(currencies, { key: ['code'], exclusive: 'default' }),
  kindOf(taxClasses, { key: ['code'], exclusive: 'default' }),
  kindOf(taxZones, { key: ['name'] }),
  // Rates of several classes and zones have the same code.
  kindOf(taxRates, {
    key: ['tax_class_id', 'tax_zone_id', 'code'],
    references: { tax_class_id: 'tax_class', tax_zone_id: 'tax_zone' },
  }),
  kindOf(shippingOptions, { key: ['code'], references: { tax_class_id: 'tax_class' } }),
  kindOf(gateways, {
    life: 'fixed',
    key: ['slug'],
    merged: ['credentials'],
    shown: (members) => ({
      ...members,
      ...(isObject(members.credentials) && { credentials: masked(members.credentials) }),
    }),
    isSecret: (member) => member.startsWith('credentials.'),
  }),
  kindOf(customApis, { key: ['slug'] }),
  kindOf(customFields, {
    key: ['slug'],
    parent: 'custom_api_id',
    references: { custom_api_id: 'custom_api' },
    exact: ['presentation'],
    shown: showField,
  }),
  eventTypes,
  kindOf(hierarchies, { key: ['slug'] }),
  kindOf(nodes, {
    key: ['slug'],
    parent: 'hierarchy_id',
    references: { hierarchy_id: 'hierarchy', parent_id: 'node' },
  }),
  kindOf(pricebooks, { key: ['name'] }),
  kindOf(priceModifiers, { key: ['name'], parent: 'pricebook_id', references: { pricebook_id: 'pricebook' } }),
  kindOf(catalogs, {
    key: ['name'],
    references: { 'hierarchy_ids.*': 'hierarchy', pricebook_id: 'pricebook', 'pricebooks.*.id': 'pricebook' },
  }),
  kindOf(catalogRules, { key: ['name'], references: { catalog_id: 'catalog' } }),
  kindOf(promotions, {
    key: ['name'],
    references: {
      'shipping_option_ids.*': 'shipping_option',
      '**.categories.*': 'node',
      '**.not_categories.*': 'node',
    },
  }),
  kindOf(coupons, {
    key: ['code'],
    ignores_case: true,
    parent: 'promotion_id',
    references: { promotion_id: 'promotion' },
    filter: 'is_null(batch_id)',
    shown: ({ email, ...others }) => ({ ...others, ...(email !== undefined && { email: lower(email) }) }),
  }),
  kindOf(authenticationRealms, { key: ['name'], isDeletable: ({ relationships }) => !hasOrigin(relationships) }),
  kindOf(passwordProfiles, {
    key: ['name'],
    parent: 'authentication_realm_id',
    references: { authentication_realm_id: 'authentication_realm' },
  }),
  integrationKind,
]

function masked(credentials: Members): Members {
  const entries = Object.entries(credentials).map(([name, value]) => [
    name,
    typeof value === 'string' ? mask(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** Rules are shown below the type of the field. */
function showField(members: Members, current: Members | null): Members {
  const field_type = (members.field_type ?? current?.field_type) as FieldType | undefined
  if (field_type === undefined || !Object.hasOwn(members, 'validation')) return members
  try {
    return {
      ...members,
      validation: publishValidation(readValidation(members.validation as SentValidation, field_type), field_type),
    }
  } catch {
    // The API refuses such rules with a sentence of its own.
    return members
  }
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** Whether it is a realm that every store has. */
function hasOrigin(relationships: unknown): boolean {
  return isObject(relationships) && relationships.origin !== undefined
}
