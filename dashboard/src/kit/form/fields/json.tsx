import { Textarea } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import classes from '../form.module.css'
import { useDraft } from '../values/draft.ts'
import { readJson, writeJson } from '../values/json-text.ts'

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
