import { Avatar, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconExternalLink, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { API_BASE } from '../api/base.ts'
import { target } from '../kit/link.tsx'
import { changePreferences, usePreferences } from '../kit/preferences.ts'
import { paths } from '../paths.ts'
import { logOut } from './log-out.ts'
import { THEMES, TIMES } from './preference-choices.ts'
import { useLoggedIn } from './session-state.tsx'
import { openShortcuts } from './shortcuts.tsx'

export function AccountMenu() {
  const { session, current } = useLoggedIn()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { time } = usePreferences()
  const { name, email } = current.person
  return (
    <Menu width={264} closeOnItemClick>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name || email}`}>
          <Avatar size={30} radius="xl" variant="default" aria-hidden>
            <IconUser size={16} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {name || email}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} {...target(paths.me())} leftSection={<IconUser size={16} />}>
          Your access
        </Menu.Item>
        <Menu.Divider />
        <Choice label="Theme" value={colorScheme} onChange={(value) => setColorScheme(value)} options={THEMES} />
        <Choice label="Times" value={time} onChange={(value) => changePreferences({ time: value })} options={TIMES} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component="a" href={`${API_BASE}/docs`} target="_blank" leftSection={<IconExternalLink size={16} />}>
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut(session, current.person)}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  return (
    <div style={{ padding: '4px 12px' }}>
      <Text size="xs" mb={4}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={value}
        onChange={(chosen) => onChange(chosen as T)}
        data={options.map((option) => ({ ...option }))}
      />
    </div>
  )
}
