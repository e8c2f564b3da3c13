import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

export function Forbidden({ reason }: { reason: string }) {
  return (
    <Alert variant="outline" color="gray" icon={<IconLock aria-hidden />} title="You can view, but not change" mb="md">
      {reason}
    </Alert>
  )
}
