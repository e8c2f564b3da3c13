import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { useContext, useEffect, useRef, useState } from 'react'
import { useOfferedActions } from '../kit/actions.tsx'
import { useGoTo } from '../kit/link.tsx'
import { changePreferences, usePreferences } from '../kit/preferences.ts'
import { ScopeContext } from '../kit/scope.ts'
import { useShortcuts } from '../kit/use-shortcuts.ts'
import { pathsIn } from '../paths.ts'
import { NAVIGATION } from './navigation.ts'

const OPEN = 'tidings-shortcuts'
/** Time limit for the second key of `g i`. */
const SECOND_KEY_MS = 1_200

export function openShortcuts(): void {
  window.dispatchEvent(new Event(OPEN))
}

const FIXED: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Find or do anything'],
  ['?', 'Show these shortcuts'],
  ['/', 'Filter the list'],
  ['J, K', 'Next and previous row'],
  ['X', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
]

/** Global shortcuts and the dialog that lists them. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false)
  const actions = useOfferedActions()
  const { shortcuts } = usePreferences()
  useNavigationKeys()
  useShortcuts([
    ['shift+?', () => setOpened(true)],
    ['?', () => setOpened(true)],
  ])
  useEffect(() => {
    const open = () => setOpened(true)
    window.addEventListener(OPEN, open)
    return () => window.removeEventListener(OPEN, open)
  }, [])
  const goes = NAVIGATION.flatMap(({ items }) => items).flatMap(({ key, label }) =>
    key === undefined ? [] : [[`G ${key.toUpperCase()}`, label] as const],
  )
  const own = actions.flatMap(({ key, name }) => (key === undefined ? [] : [[key.toUpperCase(), name] as const]))
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Keyboard shortcuts" size="md">
      <Keys label="Everywhere" keys={FIXED} />
      {own.length > 0 && <Keys label="On this page" keys={own} />}
      <Keys label="Go to" keys={goes} />
      <Switch
        mt="md"
        label="Enable single-key shortcuts"
        description="They do nothing while a field has the focus. Ctrl K, Enter and Esc always work."
        checked={shortcuts === 'on'}
        onChange={({ currentTarget: { checked } }) => changePreferences({ shortcuts: checked ? 'on' : 'off' })}
      />
    </Modal>
  )
}

function Keys({ label, keys }: { label: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <Table mb="sm" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Key</Table.Th>
          <Table.Th>{label}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(([key, does]) => (
          <Table.Tr key={key}>
            <Table.Td>
              <Kbd>{key}</Kbd>
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function useNavigationKeys(): void {
  const scope = useContext(ScopeContext)
  const goTo = useGoTo()
  const pressed = useRef(0)
  const go = (letter: string) => {
    if (scope === null || Date.now() - pressed.current > SECOND_KEY_MS) return
    pressed.current = 0
    const item = NAVIGATION.flatMap(({ items }) => items).find(({ key }) => key === letter)
    if (item !== undefined && (item.only ?? scope.level) === scope.level) goTo(item.to(pathsIn(scope)))
  }
  const letters = NAVIGATION.flatMap(({ items }) => items.flatMap(({ key }) => key ?? []))
  useShortcuts([
    [
      'g',
      () => {
        pressed.current = Date.now()
      },
    ],
    ...letters.map(
      (letter) =>
        [letter, () => go(letter), { preventDefault: false }] as [string, () => void, { preventDefault: boolean }],
    ),
  ])
}
