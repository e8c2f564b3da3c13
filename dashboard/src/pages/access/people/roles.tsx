import { ActionIcon, Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Problem, type ProblemDetail } from '../../../api/problem.ts'
import { useLoggedIn } from '../../../frame/session-state.tsx'
import type { PersonRole, RoleName } from '../../../generated/schema.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { ROLES } from '../../../messages/access.ts'

const EVERYWHERE = '*'
const NAMES = Object.keys(ROLES) as RoleName[]

/** Name of the scope of a role. */
export function useStoreName(): (store_id: string | null) => string {
  const { current } = useLoggedIn()
  return (store_id) => {
    if (store_id === null) return `${current.organization.name}, all stores`
    return current.stores.find(({ id }) => id === store_id)?.name ?? store_id
  }
}

/** Roles of a person: "Owner of all stores, Viewer in Shop". */
export function RoleWords({ roles }: { roles: readonly PersonRole[] }) {
  const nameOf = useStoreName()
  if (roles.length === 0) return 'No roles: this person has no access.'
  return (
    <Stack gap={2}>
      {roles.map(({ role, store_id }) => (
        <Text key={`${role} ${store_id}`} size="sm">
          <strong>{ROLES[role].label}</strong> {store_id === null ? 'of' : 'in'} {nameOf(store_id)}
        </Text>
      ))}
    </Stack>
  )
}

type RolesFieldProps = {
  value: readonly PersonRole[]
  onChange: (roles: readonly PersonRole[]) => void
  /** Error of the request that sent the roles. */
  error: Error | null
}

/** Roles with their scopes. */
export function RolesField({ value, onChange, error }: RolesFieldProps) {
  const { level, id } = useScope()
  const errors = error instanceof Problem ? error.details.filter(isAboutRoles) : []
  const put = (at: number, one: PersonRole) => onChange(value.map((assigned, index) => (index === at ? one : assigned)))
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        Roles
      </Text>
      <Stack gap="xs">
        {value.map((assigned, at) => (
          <RoleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
            key={at}
            number={at + 1}
            assigned={assigned}
            onChange={(one) => put(at, one)}
            onRemove={() => onChange(value.filter((_, index) => index !== at))}
          />
        ))}
        {value.length === 0 && (
          <Text size="sm" c="var(--text-dim)">
            No roles: the person can log in, but has no access.
          </Text>
        )}
        {errors.length > 0 && (
          <Alert color="red" variant="outline" role="alert">
            {errors.map(({ detail, title }) => detail ?? title).join(' ')}
          </Alert>
        )}
        <Group>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, { role: 'viewer', store_id: level === 's' ? id : null }])}
          >
            Add role
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

const isAboutRoles = ({ source }: ProblemDetail) => source?.pointer?.startsWith('/data/roles') ?? false

type RoleRowProps = {
  number: number
  assigned: PersonRole
  onChange: (assigned: PersonRole) => void
  onRemove: () => void
}

function RoleRow({ number, assigned: { role, store_id }, onChange, onRemove }: RoleRowProps) {
  const places = usePlaces(store_id)
  const offered = useOffered(store_id)
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={`Role ${number}`}
          data={NAMES.filter((name) => name === role || offered(name)).map((name) => ({
            value: name,
            label: ROLES[name].label,
          }))}
          value={role}
          onChange={(next) => onChange({ role: (next ?? role) as RoleName, store_id })}
          allowDeselect={false}
          w={140}
        />
        <Select
          aria-label={`Scope of role ${number}`}
          data={places}
          value={store_id ?? EVERYWHERE}
          onChange={(next) => onChange({ role, store_id: next === null || next === EVERYWHERE ? null : next })}
          allowDeselect={false}
          searchable={places.length > 8}
          flex={1}
        />
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Remove role ${number}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Text size="xs" c="var(--text-dim)" mt={2}>
        {ROLES[role].about}
      </Text>
    </div>
  )
}

/** Returns whether a role can be given in a scope: a person gives only permissions that they have there. */
function useOffered(store_id: string | null): (role: RoleName) => boolean {
  const { current } = useLoggedIn()
  const roles = useRead('/v2/roles').data?.data
  const scope = store_id === null ? current.organization : current.stores.find(({ id }) => id === store_id)
  return (name) => {
    const permissions = roles?.find(({ id }) => id === name)?.permissions ?? []
    return permissions.every((permission) => scope?.permissions.includes(permission) ?? false)
  }
}

/**
 * Possible scopes of a role. Within a store only that store is offered, since other stores need access to the
 * organization. The current scope always stays available.
 */
function usePlaces(assigned: string | null): { value: string; label: string }[] {
  const { current } = useLoggedIn()
  const { level, id } = useScope()
  const nameOf = useStoreName()
  const stores = current.stores.filter((store) => level === 'o' || store.id === id).map((store) => store.id)
  const ids = [
    ...(level === 'o' || assigned === null ? [null] : []),
    ...new Set([...stores, ...(assigned === null ? [] : [assigned])]),
  ]
  return ids.map((one) => ({ value: one ?? EVERYWHERE, label: nameOf(one) }))
}
