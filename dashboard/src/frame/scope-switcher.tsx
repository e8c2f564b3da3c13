import { Combobox, InputBase, Text, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { useGoTo } from '../kit/link.tsx'
import { changePreferences } from '../kit/preferences.ts'
import { ScopeContext } from '../kit/scope.ts'
import { useLoggedIn } from './session-state.tsx'

/** Chooses a store or the organization. It has a search because an organization may have a thousand stores. */
export function ScopeSwitcher() {
  const scope = useContext(ScopeContext)
  const { current } = useLoggedIn()
  const goTo = useGoTo()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => setSearch('') })
  const stores = current.stores.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const choose = (value: string) => {
    combobox.closeDropdown()
    changePreferences({ scope: value })
    goTo(value)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={280} position="bottom-start" withinPortal>
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          pointer
          size="sm"
          rightSection={<IconSelector size={14} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
          aria-label={scope === null ? 'Choose a store' : `Store: ${scope.name}`}
          style={{ width: 'min(220px, 42vw)' }}
        >
          <Text size="sm" truncate fw={500}>
            {scope?.name ?? 'Choose a store'}
          </Text>
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        {current.stores.length > 8 && (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Find a store"
            aria-label="Find a store"
          />
        )}
        <Combobox.Options aria-label="Stores" mah={320} style={{ overflowY: 'auto' }}>
          <Combobox.Group label="Organization">
            <Combobox.Option value={`/o/${current.organization.id}`} active={scope?.level === 'o'}>
              {current.organization.name}
            </Combobox.Option>
          </Combobox.Group>
          <Combobox.Group label="Stores">
            {stores.slice(0, 100).map(({ id, name }) => (
              <Combobox.Option key={id} value={`/s/${id}`} active={scope?.id === id}>
                {name}
              </Combobox.Option>
            ))}
            {stores.length === 0 && <Combobox.Empty>No stores match.</Combobox.Empty>}
          </Combobox.Group>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
