import { Stack, Text } from '@mantine/core'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { useEventOf, useJob } from '../use-job.ts'

/** Event as published, which is the body that receivers get. */
export function AttemptPayload({ log }: { log: IntegrationLog }) {
  const { data } = useJob({ integration: useIntegrationId(), job: useParam('job') })
  const event = useEventOf(data?.job)
  const paths = usePaths()
  const forbidden = whyForbidden('GetEvent', useScope())
  if (forbidden !== null) return <Text size="sm">{forbidden}</Text>
  if (event === undefined)
    return (
      <Text size="sm">
        {log.event === null
          ? 'The event was deleted after its retention period.'
          : 'The event is loading, or was deleted after its retention period.'}
      </Text>
    )
  return (
    <Stack gap="sm">
      <Text size="sm">
        Of <LinkTo to={paths.event(event.id)}>event {event.id}</LinkTo>
        {event.resource_version === null ? '' : `, version ${event.resource_version} of its resource`}.
      </Text>
      <JsonView label="Payload" value={event.payload} />
    </Stack>
  )
}
