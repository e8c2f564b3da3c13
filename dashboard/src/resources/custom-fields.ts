import { labeled } from '../kit/form/overrides.ts'
import { switchColumn, wordsColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { customApis } from './custom-apis.ts'
import { fieldBody, fieldSchema, fieldValue, NEW_FIELD, typeWords } from './shapes/custom-field.ts'

export const customFields = resource({
  address: 'custom-apis/{custom_api_id}/fields',
  list: '/v2/settings/extensions/custom-apis/{custom_api_id}/fields',
  one: '/v2/settings/extensions/custom-apis/{custom_api_id}/fields/{custom_field_id}',
  parent: customApis,
  label: { one: 'field', many: 'fields' },
  about: 'The members of an entry, with their types and rules.',
  columns: [
    'name',
    'slug',
    wordsColumn('field_type', typeWords),
    'presence',
    switchColumn('sensitive', 'Sensitive', null),
  ],
  form: () => ({ use_as_url_slug: labeled('Find entries by its value') }),
  loses: 'Entries no longer have its values.',
  adapt: { initial: NEW_FIELD, schema: fieldSchema, value: fieldValue, body: fieldBody },
})
