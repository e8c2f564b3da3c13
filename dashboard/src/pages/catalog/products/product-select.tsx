import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orSentence } from '../../../kit/form/fields/options.ts'
import { useSearch } from '../../../kit/form/fields/reference.tsx'
import { useScope } from '../../../kit/scope.ts'
import { productPicker } from './product-reads.ts'

type ProductSelectProps = {
  label: string
  value: string | null
  onChange: (product_id: string | null) => void
  error?: string
  /** Clears the control after each selection, for a control that adds products one by one. */
  isLabelHidden?: true
}

/** Selects a product by name or SKU. */
export function ProductSelect({ label, value, onChange, error, isLabelHidden }: ProductSelectProps) {
  const scope = useScope()
  const picker = useMemo(() => productPicker(scope), [scope])
  const { options, text, setText, setOpen, sentence } = useSearch(picker)
  const { data: chosen } = useQuery({
    queryKey: ['pick label', picker.name, value],
    queryFn: () => (value === null ? null : picker.label(value)),
    enabled: value !== null,
  })
  const current = value === null ? [] : [{ value, label: chosen ?? value }]
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={[...current, ...options.filter((option) => option.value !== value)]}
      filter={({ options: all }) => orSentence(all, sentence)}
      searchable
      searchValue={text ?? current[0]?.label ?? ''}
      onSearchChange={(typed) => setText(typed === (current[0]?.label ?? '') ? null : typed)}
      onDropdownOpen={() => setOpen(true)}
      placeholder="Name or SKU"
      value={value}
      onChange={(next) => {
        setText(null)
        onChange(next)
      }}
      {...(error === undefined ? {} : { error })}
    />
  )
}
