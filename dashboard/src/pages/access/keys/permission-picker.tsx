import { Checkbox, Chip, Group, Stack, Text } from '@mantine/core'
import type { Permission } from '../../../generated/schema.ts'
import { AREAS, type AreaName, areaNames, describePermissions, SECRETS } from '../../../messages/access.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { PRESETS, presetOf } from '../rules/key-presets.ts'

type PermissionPickerProps = {
  /** Null means all permissions. */
  value: readonly Permission[] | null
  onChange: (permissions: readonly Permission[] | null) => void
  error?: string | undefined
}

/** Permissions by area, with presets. */
export function PermissionPicker({ value, onChange, error }: PermissionPickerProps) {
  const preset = presetOf(value)
  const about = PRESETS.find(({ id }) => id === preset)?.about
  return (
    <Stack gap="sm">
      <Chip.Group
        value={preset ?? 'own'}
        onChange={(id) => onChange(id === 'own' ? [] : (PRESETS.find((one) => one.id === id)?.permissions ?? null))}
      >
        <Group gap="xs" role="radiogroup" aria-label="What the key is for">
          {PRESETS.map(({ id, label }) => (
            <Chip key={id} value={id} size="sm" variant="outline">
              {label}
            </Chip>
          ))}
          <Chip value="own" size="sm" variant="outline">
            Choose each
          </Chip>
        </Group>
      </Chip.Group>
      <Text size="sm" role="status">
        {about ?? describePermissions(value ?? []).join(' ')}
      </Text>
      {error !== undefined && (
        <Text size="sm" c="var(--tone-failed)" role="alert">
          {error}
        </Text>
      )}
      {value !== null && <Areas value={value} onChange={onChange} />}
    </Stack>
  )
}

type AreasProps = { value: readonly Permission[]; onChange: (permissions: readonly Permission[]) => void }

function Areas({ value, onChange }: AreasProps) {
  const shown = areaNames().filter((area) => area !== 'deployment')
  const toggle = (permission: Permission) =>
    onChange(value.includes(permission) ? value.filter((one) => one !== permission) : [...value, permission])
  const box = (permission: Permission, label: string) => (
    <Checkbox
      aria-label={label}
      checked={value.includes(permission)}
      onChange={() => toggle(permission)}
      styles={{ body: { alignItems: 'center' } }}
    />
  )
  const columns: readonly RowsColumn<AreaName>[] = [
    {
      header: 'Area',
      cell: (area) => (
        <>
          {AREAS[area].label}
          <Text size="xs" c="var(--text-dim)">
            {AREAS[area].about}
          </Text>
        </>
      ),
    },
    { header: 'Read', width: '64px', cell: (area) => box(`${area}:read`, `Read ${AREAS[area].label.toLowerCase()}`) },
    {
      header: 'Write',
      width: '64px',
      cell: (area) => box(`${area}:write`, `Write ${AREAS[area].label.toLowerCase()}`),
    },
    {
      header: 'Secrets',
      width: '72px',
      cell: (area) => (area === 'integrations' ? box(SECRETS, 'Secrets of integrations') : null),
    },
  ]
  return <Rows label="Permissions" rows={shown} keyOf={(area) => area} columns={columns} />
}
