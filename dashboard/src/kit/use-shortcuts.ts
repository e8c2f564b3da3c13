import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { usePreferences } from './preferences.ts'

/** Single-key shortcuts such as `j`. People who use speech input or hit keys by accident can switch them off. */
export function useShortcuts(keys: HotkeyItem[]): void {
  const { shortcuts } = usePreferences()
  useHotkeys(shortcuts === 'off' ? NONE : keys)
}

const NONE: HotkeyItem[] = []
