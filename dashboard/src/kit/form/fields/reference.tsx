import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTHING_MATCHES } from '../../../messages/en.ts'
import { type FieldProps, useControl } from '../context.tsx'
import type { Option, Picker } from '../field.ts'
import { orSentence } from './options.ts'
import { TextField } from './text.tsx'

/** Debounce of the search, in milliseconds. */
const PAUSE = 200

export function ReferenceField(props: FieldProps) {
  const { picker } = props.field
  return picker === undefined ? <TextField {...props} /> : <Pick {...props} picker={picker} />
}

function Pick({ field, path, value, onChange, picker }: FieldProps & { picker: Picker }) {
  const id = typeof value === 'string' ? value : null
  const { data: label } = useQuery({
    queryKey: ['pick label', picker.name, id],
    queryFn: () => (id === null ? null : picker.label(id)),
    enabled: id !== null,
  })
  // The id stands in for a label that is loading or missing.
  const current = id === null ? null : { value: id, label: label ?? id }
  const { options, text, setText, setOpen, sentence } = useSearch(picker)
  const others = options.filter((option) => option.value !== id)
  return (
    <Select
      {...useControl({ field, path })}
      openOnFocus={false}
      data={current === null ? others : [current, ...others]}
      // The API has filtered already.
      filter={({ options: all }) => orSentence(all, sentence)}
      searchable
      searchValue={text ?? current?.label ?? ''}
      onSearchChange={(typed) => setText(typed === (current?.label ?? '') ? null : typed)}
      onDropdownOpen={() => setOpen(true)}
      placeholder={field.required ? 'Search' : 'Not set'}
      allowDeselect={!field.required}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      value={id}
      onChange={(chosen) => {
        setText(null)
        onChange(chosen ?? undefined)
      }}
    />
  )
}

const NO_OPTIONS: Option[] = []

/** `text` is the typed text; null while the control shows the selected value. */
export function useSearch(picker: Picker) {
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [searched] = useDebouncedValue(text ?? '', PAUSE)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['pick', picker.name, searched],
    queryFn: () => picker.search(searched),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const sentence = isError ? 'The search failed.' : isFetching ? 'Searching' : NOTHING_MATCHES
  return { options: data ?? NO_OPTIONS, text, setText, setOpen, sentence }
}
