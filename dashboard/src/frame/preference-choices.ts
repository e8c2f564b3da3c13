import { useMantineColorScheme } from '@mantine/core'
import { changePreferences, type Preferences, usePreferences } from '../kit/preferences.ts'

/** Preferences shown in the account menu and in the palette. */
export const THEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export const TIMES: readonly { value: Preferences['time']; label: string }[] = [
  { value: 'local', label: 'Local' },
  { value: 'utc', label: 'UTC' },
  { value: 'relative', label: 'Relative' },
]

type Choice = { label: string; detail: string; run: () => void }

/** Each choice with its label, such as "Theme: dark". */
export function usePreferenceChoices(): readonly Choice[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { time } = usePreferences()
  const now = (isChosen: boolean) => (isChosen ? 'Current' : '')
  return [
    ...THEMES.map(({ value, label }) => ({
      label: `Theme: ${label.toLowerCase()}`,
      detail: now(value === colorScheme),
      run: () => setColorScheme(value),
    })),
    ...TIMES.map(({ value, label }) => ({
      label: `Times: ${value === 'utc' ? label : label.toLowerCase()}`,
      detail: now(value === time),
      run: () => changePreferences({ time: value }),
    })),
  ]
}
