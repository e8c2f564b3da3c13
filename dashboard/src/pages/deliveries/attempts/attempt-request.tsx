import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { IntegrationLog, IntegrationLogRequest } from '../../../generated/schema.ts'
import { asCurl } from '../../../kit/requests/as-request.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Lines, Loaded } from '../../../kit/states.tsx'
import type { AttemptWords } from '../../../kit/targets/target.ts'
import { attemptWords } from '../../../kit/targets/targets.ts'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { restoreMasked } from '../../integrations/rules/signed-body.ts'
import { useIntegration } from '../use-job.ts'
import { BodyView } from './body-view.tsx'
import { HeaderTable } from './header-table.tsx'
import { SignatureCheckForm } from './signature-check.tsx'

/** Request of an attempt: logged headers, and the body composed again from the event. */
export function AttemptRequest({ log }: { log: IntegrationLog }) {
  const path = { integration_id: log.relationships.integration.data.id, log_id: log.id }
  const query = useRead('/v2/integrations/{integration_id}/logs/{log_id}/request', { params: { path } })
  const words = attemptWords(useIntegration(path.integration_id)?.integration_type)
  return (
    <Loaded query={query} what="attempt" skeleton={<Lines count={8} />}>
      {({ data }) => <Sent request={data} words={words} />}
    </Loaded>
  )
}

function Sent({ request, words }: { request: IntegrationLogRequest; words: AttemptWords }) {
  const [secret, setSecret] = useState('')
  const { method, url, headers, body, no_body, masked } = request
  // The secret can restore only the members masked for it.
  const restored = body === null ? null : restoreMasked(body, secretsOf(masked, secret))
  const isSigned = Object.keys(headers).some((name) => name.toLowerCase() === 'webhook-signature')
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {method ?? ''} {url ?? 'Nothing was sent'}
        </Text>
        {method === 'POST' && url !== null && (
          <div>
            <CopyButton text={() => asCurl({ method, url, headers: curlHeaders(headers, secret), body: restored })}>
              Copy as curl
            </CopyButton>
          </div>
        )}
      </Stack>
      <Remarks request={request} />
      <HeaderTable label={words.headers} headers={headers} />
      {restored !== null && body !== null && <BodyView label={words.body} body={body} />}
      {no_body !== null && <Text size="sm">{NO_BODY[no_body]}</Text>}
      {isSigned && restored !== null && (
        <SignatureCheckForm
          request={{ headers, body: restored }}
          secret={secret}
          onSecret={setSecret}
          hasMasked={masked.length > 0}
        />
      )}
    </Stack>
  )
}

const NO_BODY: Readonly<Record<NonNullable<IntegrationLogRequest['no_body']>, string>> = {
  not_sent: 'The attempt ended before a request was sent.',
  handshake: 'The request had no body: it asked the receiver for permission.',
  integration_deleted: 'The integration was deleted, so the body cannot be composed again.',
  expired: 'The event or the job was deleted after its retention period, so the body cannot be composed again.',
  unreadable: 'The payload was encrypted with another key.',
}

function Remarks({ request: { body, integration_changed, release_changed } }: { request: IntegrationLogRequest }) {
  if (body === null || (!integration_changed && release_changed !== true)) return null
  return (
    <Alert color="yellow" variant="outline" p="xs">
      <Text size="sm">
        {integration_changed
          ? 'The integration has changed since: the body below uses its current settings, and the signature is omitted.'
          : 'Another release of Tidings sent this: the body below may differ from what was sent.'}
      </Text>
    </Alert>
  )
}

function secretsOf(masked: readonly string[], secret: string): Record<string, string> {
  if (secret === '') return {}
  return Object.fromEntries(
    masked.filter((pointer) => pointer.endsWith('/secret_key')).map((pointer) => [pointer, secret]),
  )
}

/** Headers for curl: without those that curl computes, and with the secret in its header. */
function curlHeaders(headers: Readonly<Record<string, string>>, secret: string): Record<string, string> {
  const computed = new Set(['content-length', 'host', 'connection', 'transfer-encoding', 'accept-encoding'])
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !computed.has(name.toLowerCase()))
      .map(([name, value]) => [name, /secret-key$/i.test(name) && secret !== '' ? secret : value]),
  )
}
