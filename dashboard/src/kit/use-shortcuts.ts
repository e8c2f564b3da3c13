import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useTaste } from './taste.ts'

/** Keys of one character, such as `j`. They can be switched off, for people who dictate to a computer or hit keys by accident. */
export function useShortcuts(keys: HotkeyItem[]): void {
  const { shortcuts } = useTaste()
  useHotkeys(shortcuts === 'off' ? NONE : keys)
}

const NONE: HotkeyItem[] = []
