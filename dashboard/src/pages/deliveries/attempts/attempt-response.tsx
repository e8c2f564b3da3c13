import { Alert, Stack, Text } from '@mantine/core'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Status } from '../../../ui/status.tsx'
import { failureOf } from '../rules/job-words.ts'
import { BodyView } from './body-view.tsx'
import { HeaderTable } from './header-table.tsx'

/** What the receiver answered, or why there is no response. */
export function AttemptResponse({ log }: { log: IntegrationLog }) {
  const { status_code, succeeded, response, body, body_truncated } = log
  return (
    <Stack gap="md">
      {!succeeded && (
        <Alert color="red" variant="outline" p="xs" title={status_code === null ? 'No response' : undefined}>
          <Text size="sm">{failureOf(log)}</Text>
        </Alert>
      )}
      {status_code !== null && (
        <div>
          <Status tone={succeeded ? 'ok' : 'failed'} emphasis>
            Status {status_code}
          </Status>
        </div>
      )}
      {response.headers !== null && <HeaderTable label="Response headers" headers={response.headers} />}
      {body !== null &&
        (body === '' ? (
          <CodeBlock label="Response body" code="(empty)" />
        ) : (
          <BodyView label="Response body" body={body} />
        ))}
      {body_truncated && (
        <Status tone="warning">Truncated: the response was longer than the 64 KiB that are kept.</Status>
      )}
    </Stack>
  )
}
