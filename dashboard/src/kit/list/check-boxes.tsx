import { Checkbox, Stack } from '@mantine/core'

type RowBoxProps = { isSelected: boolean; onToggle: () => void; disabled: boolean }

export function RowBox({ isSelected, onToggle, disabled }: RowBoxProps) {
  return (
    <Checkbox size="xs" aria-label="Select this row" checked={isSelected} onChange={onToggle} disabled={disabled} />
  )
}

type ColumnBoxesProps = {
  columns: readonly { id: string; header: string }[]
  shown: readonly string[]
  onChange: (ids: string[]) => void
}

export function ColumnBoxes({ columns, shown, onChange }: ColumnBoxesProps) {
  return (
    <Checkbox.Group value={[...shown]} onChange={(ids) => ids.length > 0 && onChange(ids)} label="Columns">
      <Stack gap={8} mt="xs">
        {columns.map(({ id, header }) => (
          <Checkbox key={id} value={id} label={header} size="xs" />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
