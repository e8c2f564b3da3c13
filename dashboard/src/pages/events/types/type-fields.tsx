import { Stack, Textarea, TextInput } from '@mantine/core'
import { Problem } from '../../../api/problem.ts'
import { JsonEditor } from '../../../ui/json/json-editor.tsx'
import { readJsonLines } from '../../../ui/json/json-lines.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { notesAt, type TypeTexts } from '../rules/type-texts.ts'

type FieldsProps = {
  texts: TypeTexts
  known: boolean
  error: Error | null
  onChange: (change: Partial<TypeTexts>) => void
}

export function Fields({ texts, known, error, onChange }: FieldsProps) {
  const details = error instanceof Problem ? error.details : []
  return (
    <>
      <Section title="What happened">
        <Stack gap="md">
          {!known && (
            <TextInput
              label="Key"
              description="2 to 5 parts separated by dots. Choose the first, such as the name of your company."
              placeholder="acme.order.approved"
              withAsterisk
              maw={460}
              value={texts.key}
              onChange={({ currentTarget: { value } }) => onChange({ key: value })}
            />
          )}
          <Textarea
            label="Description"
            description="When it is published."
            autosize
            minRows={2}
            maxRows={6}
            value={texts.description}
            onChange={({ currentTarget: { value } }) => onChange({ description: value })}
          />
        </Stack>
      </Section>
      <Section title="Payload">
        <Stack gap="lg">
          <JsonEditor
            label="Sample"
            description="An example payload. It must match the schema."
            value={texts.sample}
            onChange={(sample) => onChange({ sample })}
            notes={notesAt(readJsonLines(texts.sample), details, '/data/sample')}
          />
          <JsonEditor
            label="Schema"
            description="A JSON Schema of the whole payload, for developers of receivers."
            value={texts.schema}
            onChange={(schema) => onChange({ schema })}
            notes={notesAt(readJsonLines(texts.schema), details, '/data/payload')}
          />
        </Stack>
      </Section>
    </>
  )
}
