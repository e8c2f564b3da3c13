import { Button, Group } from '@mantine/core'
import type { ListState } from '../../kit/list/use-list.ts'

type QuickFiltersProps<Row> = {
  state: ListState<Row>
  filters: readonly { label: string; filter: string }[]
}

/** Common filters as toggle buttons. */
export function QuickFilters<Row>({ state, filters }: QuickFiltersProps<Row>) {
  return (
    <Group gap={6} role="group" aria-label="Quick filters">
      {filters.map(({ label, filter }) => {
        const isOn = state.filter === filter
        return (
          <Button
            key={filter}
            size="xs"
            variant={isOn ? 'filled' : 'default'}
            aria-pressed={isOn}
            onClick={() => state.setFilter(isOn ? '' : filter)}
          >
            {label}
          </Button>
        )
      })}
    </Group>
  )
}
