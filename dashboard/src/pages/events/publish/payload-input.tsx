import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '../../../../scripts/describe-operations.ts'
import type { Value } from '../../../kit/form/values/values.ts'
import { Lines } from '../../../kit/states.tsx'
import { JsonEditor, type LineNote } from '../../../ui/json/json-editor.tsx'
import type { ReadJson } from '../../../ui/json/json-lines.ts'
import { fieldNotesOf } from '../rules/payload-notes.ts'
import type { EventShape } from '../rules/published-event.ts'
import type { PayloadSchema } from '../rules/schema-hints.ts'
import { type PayloadView, usePublishAddress } from './use-publish-draft.ts'

const PayloadForm = lazy(async () => ({ default: (await import('./payload-form.tsx')).PayloadForm }))

type PayloadInputProps = {
  schema: object
  sample: unknown
  text: string
  read: ReadJson
  notes: readonly LineNote[]
  error: unknown
  shape: EventShape
  onChange: (text: string) => void
}

/** Payload as JSON or as a form: two views of the same draft. */
export function PayloadInput({ schema, sample, text, read, notes, error, shape, onChange }: PayloadInputProps) {
  const { view, setView } = usePublishAddress()
  /** The form keeps its initial value, so it is remounted when the draft changes elsewhere. */
  const [fills, setFills] = useState(0)
  const filled = JSON.stringify(sample, null, 2)
  const value = objectOf(read)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <View view={view} onChange={setView} />
        <Button
          size="xs"
          disabled={text === filled}
          onClick={() => {
            setFills(fills + 1)
            onChange(filled)
          }}
        >
          Fill in the sample
        </Button>
      </Group>
      {view === 'json' && (
        <JsonEditor label="Payload" description={CHECKED} value={text} onChange={onChange} notes={notes} />
      )}
      {view === 'form' && value === null && (
        <Text size="sm">
          The payload is not a JSON object yet, so it has no fields. Continue in JSON, or fill in the sample.
        </Text>
      )}
      {view === 'form' && value !== null && (
        <Suspense fallback={<Lines count={8} />}>
          <Text size="sm" c="var(--text-dim)">
            {CHECKED}
          </Text>
          <PayloadForm
            key={fills}
            schema={schema as Schema}
            value={value}
            sentences={fieldNotesOf(value, schema as PayloadSchema, error, shape)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </Stack>
  )
}

const CHECKED = 'Differences from the type’s schema are shown as hints while you type: the API does not check them.'

function View({ view, onChange }: { view: PayloadView; onChange: (view: PayloadView) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How the payload is shown"
      value={view}
      onChange={(next) => onChange(next === 'form' ? 'form' : 'json')}
      data={[
        { value: 'json', label: 'JSON' },
        { value: 'form', label: 'Form' },
      ]}
    />
  )
}

function objectOf(read: ReadJson): { readonly [name: string]: Value } | null {
  const value = 'value' in read ? read.value : null
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { [name: string]: Value })
    : null
}
