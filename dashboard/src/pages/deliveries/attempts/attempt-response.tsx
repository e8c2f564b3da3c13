import { Alert, Stack, Text } from '@mantine/core'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { attemptWords } from '../../../kit/targets/targets.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Status } from '../../../ui/status.tsx'
import { failureOf } from '../rules/job-words.ts'
import { useIntegration } from '../use-job.ts'
import { BodyView } from './body-view.tsx'
import { HeaderTable } from './header-table.tsx'

/** Response of the receiver, or the reason why there is none. */
export function AttemptResponse({ log }: { log: IntegrationLog }) {
  const { status_code, succeeded, response, body, body_truncated } = log
  const words = attemptWords(useIntegration(log.relationships.integration.data.id)?.integration_type)
  return (
    <Stack gap="md">
      {!succeeded && (
        <Alert color="red" variant="outline" p="xs" title={status_code === null ? 'No response' : undefined}>
          <Text size="sm">{failureOf(log)}</Text>
        </Alert>
      )}
      {(status_code !== null || succeeded) && (
        <div>
          <Status tone={succeeded ? 'ok' : 'failed'} emphasis>
            {status_code === null ? words.confirmed : `Status ${status_code}`}
          </Status>
        </div>
      )}
      {response.headers !== null && <HeaderTable label={words.responseHeaders} headers={response.headers} />}
      {body !== null &&
        (body !== '' ? (
          <BodyView label={words.responseBody} body={body} />
        ) : (
          // A broker's receipt has no body.
          status_code !== null && <CodeBlock label={words.responseBody} code="(empty)" />
        ))}
      {body_truncated && <Status tone="warning">Truncated: only the first 64 KiB of a response are stored.</Status>}
    </Stack>
  )
}
