import { Button, Kbd } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'

export function PaletteButton() {
  // Works in input fields too, because none of them uses the shortcut.
  useHotkeys([['mod+K', spotlight.toggle]], [])
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return (
    <Button
      variant="default"
      onClick={spotlight.open}
      leftSection={<IconSearch size={14} aria-hidden />}
      aria-keyshortcuts="Control+K"
      {...(isWide ? {} : { 'aria-label': 'Find' })}
    >
      {isWide && (
        <>
          Find
          <Kbd size="xs" ml="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </>
      )}
    </Button>
  )
}
