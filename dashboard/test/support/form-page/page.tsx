import '@mantine/core/styles.css'
import { MantineProvider, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { areaFactsOf, type OperationId, type Schema } from '../../../src/api/operations.ts'
import { problemOf } from '../../../src/api/problem.ts'
import type { Picker } from '../../../src/kit/form/field.ts'
import { SchemaForm, type SchemaFormProps } from '../../../src/kit/form/form.tsx'
import { advanced, pick, pickSeveral } from '../../../src/kit/form/overrides.ts'

const CLASSES = [
  { value: '11111111-1111-4111-8111-111111111111', label: 'Standard' },
  { value: '22222222-2222-4222-8222-222222222222', label: 'Reduced' },
]
const picker: Picker = {
  name: 'classes',
  search: async (text) => CLASSES.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
  label: async (value) => CLASSES.find((one) => one.value === value)?.label ?? null,
}

const TAX_RATE = { tax_class_id: pick(picker), tax_zone_id: pick(picker) }
const FORMS: Record<string, Partial<SchemaFormProps>> = {
  CreateAlert: { overrides: { integration_ids: pickSeveral(picker) } },
  CreateProduct: {
    overrides: { tax_class_id: pick(picker), locales: advanced, custom_inputs: advanced, build_rules: advanced },
    groups: [{ title: 'Identifiers', fields: ['external_ref', 'mpn', 'upc_ean'] }],
  },
  CreateShippingOption: { overrides: { tax_class_id: pick(picker), priority: advanced } },
  CreateTaxRate: { overrides: TAX_RATE },
  UpdateTaxRate: {
    overrides: TAX_RATE,
    value: {
      ...{ name: 'VAT', code: 'vat', rate: 200_000, jurisdiction: 'DE', tax_zone_id: crypto.randomUUID() },
      ...{ tax_class_id: CLASSES[1]?.value, valid_from: '2026-01-02T03:04:05.000Z', valid_to: null },
    },
  },
}

const query = new URLSearchParams(location.search)
const id = query.get('form') as OperationId

/** Returns errors like the API, for the members named in the URL. */
async function refuse(pointers: string[]): Promise<void> {
  if (pointers.length === 0) return
  const errors = pointers.map((pointer) => ({ title: 'Refused', detail: `${pointer} is wrong.`, source: { pointer } }))
  throw await problemOf(Response.json({ errors }, { status: 422, headers: { 'x-request-id': 'the-request' } }))
}

function Page({ schema }: { schema: Schema }) {
  const [sent, setSent] = useState('')
  const [isDirty, setDirty] = useState(false)
  return (
    <main>
      <Title order={1} size="h4">
        {id}
      </Title>
      <SchemaForm
        schema={schema}
        {...FORMS[id]}
        submitLabel="Save"
        onDirty={setDirty}
        onSubmit={async (body) => {
          setSent(JSON.stringify(body))
          await refuse(query.getAll('refuse'))
        }}
      />
      <output aria-label="Sent">{sent}</output>
      <output aria-label="Unsaved">{String(isDirty)}</output>
    </main>
  )
}

const { body } = await areaFactsOf(id)
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto" theme={{ primaryColor: 'indigo', primaryShade: { light: 8, dark: 7 } }}>
      <QueryClientProvider client={new QueryClient()}>
        {body === undefined ? null : <Page schema={body} />}
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
