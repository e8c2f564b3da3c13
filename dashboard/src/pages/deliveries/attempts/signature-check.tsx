import { PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { checkSignature, type SentRequest, type SignatureCheck } from '../../integrations/rules/signature.ts'

type SignatureCheckFormProps = {
  request: SentRequest
  secret: string
  onSecret: (secret: string) => void
  /** True if the body has masked members that the secret restores. */
  hasMasked: boolean
}

/** Recomputes the signature with a pasted secret, which never leaves the browser. */
export function SignatureCheckForm({ request, secret, onSecret, hasMasked }: SignatureCheckFormProps) {
  const { data: check } = useQuery({
    queryKey: ['signature', request, secret],
    queryFn: () => checkSignature(request, secret),
    enabled: secret !== '',
    gcTime: 0,
  })
  return (
    <Stack gap="xs" component="section" aria-label="Signature check">
      <PasswordInput
        label="Check the signature"
        description={`Paste the secret of the webhook, or its public key. It never leaves this page.${
          hasMasked ? ' It also fills in the masked parts of the body and of the copied curl command.' : ''
        }`}
        placeholder="whsec_…"
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value.trim())}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
        maw={560}
      />
      <div role="status">{secret !== '' && check !== undefined && <Outcome check={check} />}</div>
    </Stack>
  )
}

function Outcome({ check }: { check: SignatureCheck }) {
  return (
    <Stack gap="xs">
      <Status tone={toneOf(check.valid)}>{check.detail}</Status>
      {check.valid === false && check.computed !== null && (
        <CodeBlock label="Sent and computed" code={`${check.sent.join('\n')}\n${check.computed}`} wrapped />
      )}
      {check.valid === true && <Text size="xs">By the scheme {check.scheme}, as receivers verify it.</Text>}
    </Stack>
  )
}

function toneOf(valid: boolean | null): Tone {
  if (valid === null) return 'off'
  return valid ? 'ok' : 'failed'
}
