import { Group, Stack, Text } from '@mantine/core'
import type { IntegrationDraftTest } from '../../generated/schema.ts'
import { formatDuration } from '../../kit/values/time.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './create/create.module.css'
import { KeptBack } from './filter-trial.tsx'

/** Request and response of a test, with a summary. */
export function ExchangeView({ test }: { test: IntegrationDraftTest }) {
  const { succeeded, detail, processing_time, triggered_by, response, failing_conditions } = test
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Status tone={succeeded ? 'ok' : 'failed'} emphasis>
            {succeeded ? 'Delivered' : 'Not delivered'}
          </Status>
          <Text size="sm" className={classes.dim}>
            {triggered_by} in {formatDuration(processing_time * 1000)}
          </Text>
        </Group>
        <Text size="sm" mt="xs">
          {detail}
        </Text>
      </div>
      <KeptBack triggered_by={triggered_by} failing={failing_conditions} />
      <div className={classes.sides}>
        <div>
          <h3 className={classes.side}>Request</h3>
          <CodeBlock label="As sent" code={requestText(test)} wrapped maxHeight={420} />
        </div>
        <div>
          <h3 className={classes.side}>Response</h3>
          {response === null ? (
            <Text size="sm">No response.</Text>
          ) : (
            <CodeBlock label="As received" code={responseText(response)} wrapped maxHeight={420} />
          )}
        </div>
      </div>
    </Stack>
  )
}

/** Result of a test, for screen readers. */
export function sentenceOf({ succeeded, detail }: IntegrationDraftTest): string {
  return `${succeeded ? 'Delivered' : 'Not delivered'}. ${detail}`
}

function requestText({ request: { method, addresses, headers, body } }: IntegrationDraftTest): string {
  const first = method === null ? addresses.join(', ') : `${method} ${addresses[0]}`
  return [first, ...headerLines(headers), '', indented(body)].join('\n')
}

function responseText(response: NonNullable<IntegrationDraftTest['response']>): string {
  const { status_code, headers, body, body_truncated } = response
  const first = status_code === null ? [] : [`HTTP ${status_code}`]
  return [
    ...first,
    ...headerLines(headers),
    '',
    indented(body),
    ...(body_truncated ? ['… (the rest was not read)'] : []),
  ].join('\n')
}

function headerLines(headers: object): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
}

/** Indents JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
