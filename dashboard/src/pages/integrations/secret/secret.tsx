import { Button, Group, Stack, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { Time } from '../../../kit/cells/time.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { isSigned } from '../../../kit/targets/targets.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ReceiverCode } from '../create/receiver-code.tsx'
import { type Integration, useIntegration } from '../use-integration.ts'
import { MadeContext } from './made.ts'
import { QueueAccess } from './queue-access.tsx'
import { SecretRotation } from './secret-rotation.tsx'

/** Signing secret, and its rotation without interrupting receivers. */
export function SecretPage() {
  const query = useIntegration()
  return (
    <Loaded query={query} what="integration">
      {({ data }) =>
        isSigned(data.integration_type) ? <Secret integration={data} /> : <QueueAccess integration={data} />
      }
    </Loaded>
  )
}

function Secret({ integration }: { integration: Integration }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Stack gap="md">
      <Current integration={integration} />
      <SecretRotation integration={integration} made={secret} />
      <ReceiverCode secret={secret} />
      <MadeContext value={setSecret}>
        <Outlet />
      </MadeContext>
    </Stack>
  )
}

const MASKED = '••••••••••••••••'

function Current({ integration: { id, meta } }: { integration: Integration }) {
  const forbidden = whyForbidden('GetSecret', useScope())
  const [isShown, show] = useState(false)
  const times = meta.secret
  return (
    <Section
      title="Secret"
      description="Receivers use it to verify that a delivery is genuine."
      actions={
        <Button
          variant="default"
          aria-pressed={isShown}
          {...(forbidden === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: forbidden })}
          onClick={() => forbidden === null && show(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    >
      <Stack gap="sm">
        {isShown ? <Shown id={id} /> : <Text ff="monospace">{times === undefined ? 'None' : MASKED}</Text>}
        <Group gap={6}>
          <Text size="sm">
            {times === undefined ? 'It has no secret: deliveries are not signed.' : <SetAt since={times.since} />}
          </Text>
        </Group>
        {forbidden !== null && <Text size="sm">{forbidden}</Text>}
      </Stack>
    </Section>
  )
}

function SetAt({ since }: { since: string | null }) {
  if (since === null) return 'It was set before this time was recorded.'
  return (
    <>
      Set <Time at={since} />
    </>
  )
}

function Shown({ id }: { id: string }) {
  const query = useRead('/v2/integrations/{integration_id}/secret', { params: { path: { integration_id: id } } })
  return (
    <Loaded query={query} what="secret">
      {({ data: { secret_key } }) =>
        secret_key === null ? <Text>None</Text> : <CodeBlock label="Secret" code={secret_key} wrapped />
      }
    </Loaded>
  )
}
