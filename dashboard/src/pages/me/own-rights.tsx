import { Text } from '@mantine/core'
import { useLoggedIn } from '../../frame/session-state.tsx'
import type { RoleName } from '../../generated/schema.ts'
import { describePermissions, ROLES } from '../../messages/access.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type Place, placesOf } from './rules/places.ts'

export function OwnRights() {
  const { current } = useLoggedIn()
  return (
    <Section title="What you may do" description="Owners of the organization manage roles under People." flush>
      <Rows label="What you may do" rows={placesOf(current)} keyOf={({ id }) => id} columns={COLUMNS} />
    </Section>
  )
}

const COLUMNS: readonly RowsColumn<Place>[] = [
  { header: 'Where', cell: ({ name }) => name, width: 'minmax(0, 0.8fr)' },
  { header: 'Roles', cell: ({ roles }) => roleWords(roles), width: 'minmax(0, 0.6fr)' },
  {
    header: 'You may',
    width: 'minmax(0, 2fr)',
    cell: ({ permissions }) =>
      describePermissions(permissions).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      )),
  },
]

function roleWords(roles: readonly RoleName[]): string {
  return roles.length === 0 ? 'None' : roles.map((role) => ROLES[role].label).join(', ')
}
