import { Alert, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Deliveries } from '../event-deliveries.tsx'
import classes from '../events.module.css'

/** Published event with its live deliveries. */
export function PublishedView({ event }: { event: string }) {
  const paths = usePaths()
  return (
    <Alert
      color="green"
      variant="outline"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title="Published"
      mt="md"
    >
      <Group gap="xs" mb="sm">
        <Text size="sm">It is stored, and on its way to the integrations that observe it:</Text>
        <LinkTo to={paths.event(event)} className={classes.mono ?? ''}>
          {event}
        </LinkTo>
      </Group>
      <Deliveries event={event} />
    </Alert>
  )
}
