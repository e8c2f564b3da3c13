import { MultiSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type FieldProps, useControl } from '../context.tsx'
import type { Picker } from '../field.ts'
import { orSentence } from './options.ts'
import { useSearch } from './reference.tsx'
import { TextsField, textsOf } from './texts.tsx'

export function ReferencesField(props: FieldProps) {
  const { picker } = props.field
  return picker === undefined ? <TextsField {...props} /> : <PickSeveral {...props} picker={picker} />
}

function PickSeveral({ field, path, value, onChange, picker }: FieldProps & { picker: Picker }) {
  const ids = textsOf(value)
  const labels = useQueries({
    queries: ids.map((id) => ({ queryKey: ['pick label', picker.name, id], queryFn: () => picker.label(id) })),
  })
  const chosen = ids.map((id, index) => ({ value: id, label: labels[index]?.data ?? id }))
  const { options, text, setText, setOpen, sentence } = useSearch(picker)
  return (
    <MultiSelect
      {...useControl({ field, path })}
      openOnFocus={false}
      data={[...chosen, ...options.filter((option) => !ids.includes(option.value))]}
      filter={({ options: all }) =>
        orSentence(
          all.filter((one) => 'value' in one && !ids.includes(one.value)),
          sentence,
        )
      }
      searchable
      searchValue={text ?? ''}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      value={ids}
      onChange={(all) => onChange(all.length === 0 ? undefined : all)}
    />
  )
}
