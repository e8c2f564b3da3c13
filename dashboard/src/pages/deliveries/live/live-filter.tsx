import { Group, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import { useAddressState } from '../../../kit/address-state.ts'
import { useRead } from '../../../kit/requests/use-read.ts'

/** Filter of the stream, stored in the address. */
export function LiveFilter({ isOfIntegration }: { isOfIntegration: boolean }) {
  const [{ keys, outcome }, change] = useAddressState()
  return (
    <Group gap="xs" role="search" aria-label="Filter" align="flex-start">
      <SegmentedControl
        size="xs"
        aria-label="Outcome"
        value={outcome ?? ''}
        onChange={(next) => change({ outcome: next === '' ? null : next })}
        data={[
          { value: '', label: 'All' },
          { value: 'succeeded', label: 'Succeeded' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
      {!isOfIntegration && <IntegrationChoice />}
      <TagsInput
        size="xs"
        aria-label="Keys"
        placeholder={keys === undefined ? 'All keys, or a pattern such as order.*' : ''}
        value={listOf(keys)}
        onChange={(next) => change({ keys: next.length === 0 ? null : next.join(',') })}
        w={260}
        acceptValueOnBlur
      />
    </Group>
  )
}

function IntegrationChoice() {
  const [{ integrations }, change] = useAddressState()
  const { data } = useRead('/v2/integrations', { params: { query: { 'page[limit]': 100, sort: 'name' } } })
  const options = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <MultiSelect
      size="xs"
      aria-label="Integrations"
      placeholder={integrations === undefined ? 'All integrations' : ''}
      data={options}
      // Selected integrations cannot be shown before their names are loaded.
      value={listOf(integrations).filter((id) => options.some(({ value }) => value === id))}
      onChange={(next) => change({ integrations: next.length === 0 ? null : next.join(',') })}
      searchable
      clearable
      w={260}
      clearButtonProps={{ 'aria-label': 'All integrations' }}
    />
  )
}

function listOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(',')
}
