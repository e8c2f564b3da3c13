import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { usePreferences } from './preferences.ts'

/** Keys of one character, such as `j`. They can be switched off, for people who dictate to a computer or hit keys by accident. */
export function useShortcuts(keys: HotkeyItem[]): void {
  const { shortcuts } = usePreferences()
  useHotkeys(shortcuts === 'off' ? NONE : keys)
}

const NONE: HotkeyItem[] = []
