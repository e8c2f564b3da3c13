import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { target } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { isSigned } from '../../../kit/targets/targets.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FirstJob } from '../health/first-job.tsx'
import { ConsumerCode } from './consumer-code.tsx'
import { useDraft } from './draft-state.ts'
import { ReceiverCode } from './receiver-code.tsx'

/** Shown after the creation: the secret, sample code for a receiver, and the first delivery. */
export function DoneStep() {
  const { draft } = useDraft()
  const paths = usePaths()
  if (draft.created === null)
    return <Empty title="Nothing was created">This page is the last step of a new integration.</Empty>
  return <Done id={draft.created} list={paths.integrations()} />
}

function Done({ id, list }: { id: string; list: string }) {
  const { secret } = useDraft()
  const paths = usePaths()
  const query = useRead('/v2/integrations/{integration_id}', { params: { path: { integration_id: id } } })
  return (
    <Loaded query={query} what="integration">
      {({ data: integration }) => (
        <Stack gap="md">
          <Text>
            {integration.enabled
              ? `${integration.name} gets events from now on.`
              : `${integration.name} is disabled: enable it when its receiver is ready.`}
          </Text>
          {isSigned(integration.integration_type) && <Secret secret={secret} />}
          {integration.enabled && <FirstJob integration={id} title="First delivery" />}
          {isSigned(integration.integration_type) ? (
            <ReceiverCode secret={secret} />
          ) : (
            <ConsumerCode integration={integration} />
          )}
          <Group gap="sm">
            <Button variant="filled" component={Link} {...target(paths.integration(id))}>
              See its health
            </Button>
            <Button variant="default" component={Link} {...target(list)}>
              All integrations
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

function Secret({ secret }: { secret: string | null }) {
  if (secret === null)
    return (
      <Alert variant="outline" color="gray" icon={<IconKey aria-hidden />}>
        The signing secret was shown when the integration was created. People who may see secrets find it in the Secret
        tab.
      </Alert>
    )
  return (
    <Section title="Signing secret" description="Copy it to the settings of the receiver.">
      <CodeBlock label="Secret" code={secret} wrapped />
    </Section>
  )
}
