import { Alert, Stack, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Value that is shown only once: a secret, a link, recovery codes. */
export function OnceOnly({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="outline" title={title} icon={<IconEyeOff aria-hidden />} role="status">
        <Text size="sm">It is shown only once. Tidings stores only what is needed to recognize it.</Text>
      </Alert>
      {children}
    </Stack>
  )
}
