import type { Area } from '../kernel/permissions.ts'

export const TYPES = ['order', 'customer', 'product', 'promotion', 'coupon', 'integration', 'event', 'job'] as const
export type FoundType = (typeof TYPES)[number]

/** A type of result and its table. Texts are SQL. Every key has an index that includes the owner, or is unique. */
export type Source = {
  type: FoundType
  /** The area that the caller must be allowed to read. */
  area: Area
  table: string
  label: string
  detail: string
  /** Below `/v2`. */
  path: string
  /** Normalized texts, found by their beginning. */
  prefixes: readonly { key: string; condition?: string }[]
  /** A name that is also found by the beginning of any of its words. */
  name?: string
  /** A condition on the words of the search, `$2`. */
  exact?: string
  /** `prefix` needs an index that starts with the owner; otherwise only the whole id is found. */
  ids: 'prefix' | 'whole'
  condition?: string
}

export const SOURCES: readonly Source[] = [
  {
    type: 'order',
    area: 'orders',
    table: 'orders',
    label: 'order_number',
    detail: `concat_ws(' · ', customer ->> 'name', customer ->> 'email', status, payment)`,
    path: `'/orders/' || id`,
    prefixes: [
      { key: 'lower(order_number)' },
      { key: `lower(customer #>> array['email'])` },
      { key: 'lower(external_ref)', condition: `external_ref <> ''` },
    ],
    name: `customer #>> array['name']`,
    ids: 'prefix',
  },
  {
    type: 'customer',
    area: 'customers',
    table: 'customers',
    label: 'name',
    detail: 'email',
    path: `'/customers/' || id`,
    prefixes: [{ key: 'email' }, { key: 'lower(name)' }],
    name: 'name',
    ids: 'prefix',
  },
  {
    type: 'product',
    area: 'catalog',
    table: 'products',
    label: 'name',
    detail: 'sku',
    path: `'/products/' || id`,
    prefixes: [{ key: 'lower(sku)' }, { key: 'lower(name)' }],
    name: 'name',
    ids: 'prefix',
  },
  {
    type: 'promotion',
    area: 'promotions',
    table: 'promotions',
    label: 'name',
    detail: `concat_ws(' · ', scope, case when enabled then 'enabled' else 'disabled' end)`,
    path: `'/promotions/' || id`,
    prefixes: [{ key: 'lower(name)' }],
    name: 'name',
    ids: 'prefix',
  },
  {
    type: 'coupon',
    area: 'promotions',
    table: 'coupons',
    label: 'code',
    detail: `''`,
    path: `'/promotions/' || promotion_id || '/coupons/' || id`,
    prefixes: [],
    exact: 'code_key = upper($2)',
    ids: 'prefix',
  },
  {
    type: 'integration',
    area: 'integrations',
    table: 'integrations',
    label: 'name',
    detail: `concat_ws(' · ', integration_type, case when enabled then 'enabled' else 'disabled' end)`,
    path: `'/integrations/' || id`,
    prefixes: [{ key: 'lower(name)' }],
    name: 'name',
    ids: 'prefix',
    condition: 'deleted_at is null',
  },
  {
    type: 'event',
    area: 'events',
    table: 'events',
    label: 'triggered_by',
    detail: `''`,
    path: `'/events/' || id`,
    prefixes: [],
    ids: 'prefix',
  },
  {
    type: 'job',
    area: 'integrations',
    table: 'jobs',
    label: 'triggered_by',
    detail: 'status::text',
    path: `'/integrations/' || integration_id || '/jobs?filter=eq(id,' || id || ')'`,
    prefixes: [],
    ids: 'whole',
  },
]
