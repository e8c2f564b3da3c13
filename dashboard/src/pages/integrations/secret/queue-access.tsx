import { Stack, Text } from '@mantine/core'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { ConsumerCode } from '../create/consumer-code.tsx'
import type { Integration } from '../use-integration.ts'

/**
 * Credentials of a queue, how to replace them, and how to consume messages. Queues authenticate the sender, so messages
 * are not signed.
 */
export function QueueAccess({ integration }: { integration: Integration }) {
  const paths = usePaths()
  return (
    <Stack gap="md">
      <Section
        title="Credentials"
        description="Messages are not signed, because the queue or the broker authenticates the sender."
      >
        <Text size="sm">
          To replace them without interruption, create new ones there, set them in{' '}
          <LinkTo to={paths.integration(integration.id, 'settings')} underline="always">
            Settings
          </LinkTo>
          , and remove the old ones after Test has succeeded. Waiting deliveries use the new ones.
        </Text>
      </Section>
      <ConsumerCode integration={integration} />
    </Stack>
  )
}
