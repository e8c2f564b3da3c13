import { Type } from 'typebox'
import { CUSTOM_API_PREFIX } from '../../event-types/resources/custom-api-entry.ts'
import type { ListField } from '../../kernel/lists/list.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'
import { type Attribute, json, reference } from '../kit/values/attribute.ts'
import type { CustomApi } from './custom-api.ts'
import type { CustomField } from './custom-field.ts'
import { isUrlSlug, type Values } from './rules/read-entry.ts'

/** Derives the resource definition of a custom API's entries from its fields. */
export function entriesOf(api: Pick<CustomApi, 'api_type' | 'slug'>, fields: readonly CustomField[]) {
  const in_url = fields.find(({ use_as_url_slug }) => use_as_url_slug)
  const sensitive = new Set(fields.filter((field) => field.sensitive).map(({ slug }) => slug))
  return defineResource({
    type: api.api_type,
    singular: 'custom API entry',
    plural: 'custom API entries',
    tag: 'Custom API entries',
    area: 'entries',
    table: 'custom_entries',
    path: `/extensions/${api.slug}`,
    pathOfRow: ({ id, values }) => {
      const value = in_url && values[in_url.id]
      return `/extensions/${api.slug}/${typeof value === 'string' && isUrlSlug(value) ? value : id}`
    },
    event: CUSTOM_API_PREFIX,
    attributes: {},
    internal: {
      custom_api_id: reference() as Attribute<string>,
      // Treated as personal, because only the store knows if entries are about people.
      values: json<Values>(Type.Unknown(), { initial: {}, hidden: 'personal' }),
    },
    fields: Object.fromEntries(fields.flatMap(listField)),
    show: ({ values }) => ({ members: Object.fromEntries(fields.map(({ id, slug }) => [slug, values[id] ?? null])) }),
    event_data: (shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !sensitive.has(name))),
  })
}

export type EntryResource = ReturnType<typeof entriesOf>
export type Entry = RowOf<EntryResource>

/** List field of a custom field; lists cannot filter or sort by fields of type `any`. */
function listField({ id, slug, field_type }: CustomField): [string, ListField][] {
  const source = { column: 'values', path: [id], nullable: true } as const
  switch (field_type) {
    case 'string':
      return [[slug, { kind: 'text', ...source }]]
    case 'float':
      return [[slug, { kind: 'number', ...source }]]
    case 'date':
      return [[slug, { kind: 'time', ...source }]]
    case 'list':
      return [[slug, { kind: 'text_array', column: 'values', path: [id] }]]
    case 'any':
      return []
    default:
      return [[slug, { kind: field_type, ...source }]]
  }
}
