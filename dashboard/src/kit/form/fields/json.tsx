import { Textarea } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import { useDraft } from '../draft.ts'
import classes from '../form.module.css'
import { readJson, writeJson } from '../json-text.ts'

export function JsonField({ field, path, value, onChange }: FieldProps) {
  const { label, ...control } = useControl({ field, path })
  return (
    <Textarea
      {...control}
      {...useDraft(value, onChange, writeJson, readJson)}
      label={`${label} (JSON)`}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      classNames={MONO}
    />
  )
}

const MONO = { input: classes.mono ?? '' }
