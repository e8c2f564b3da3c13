import { SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { IconBrandAws, IconStack2, IconWebhook } from '@tabler/icons-react'
import type { Kind } from '../rules/draft.ts'
import classes from './create.module.css'
import { useDraft, useGoToStep } from './draft-state.ts'

const KINDS: readonly { kind: Kind; name: string; about: string; icon: typeof IconWebhook }[] = [
  {
    kind: 'webhook',
    name: 'Webhook',
    about: 'Each event is sent to an address of yours by HTTP, signed. The response says whether it has arrived.',
    icon: IconWebhook,
  },
  {
    kind: 'cloud_sqs',
    name: 'Amazon SQS',
    about: 'Each event becomes a message of a queue; FIFO queues keep the order of each resource.',
    icon: IconBrandAws,
  },
  {
    kind: 'stomp',
    name: 'Message broker',
    about: 'Each event goes to a queue or topic of ActiveMQ, Artemis or RabbitMQ, by STOMP.',
    icon: IconStack2,
  },
]

/** Where the events go: the first step. */
export function TypeStep() {
  const { draft, setDraft, setTest } = useDraft()
  const goToStep = useGoToStep()
  const choose = (kind: Kind) => {
    const next = { ...draft, kind, target: kind === draft.kind ? draft.target : {} }
    setDraft(next)
    setTest(null)
    goToStep('events', next)
  }
  return (
    <section aria-labelledby="kind">
      <h2 id="kind" className={classes.question}>
        Where do the events go?
      </h2>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" maw={960}>
        {KINDS.map(({ kind, name, about, icon: Icon }) => (
          <UnstyledButton
            key={kind}
            className={classes.kind}
            data-chosen={kind === draft.kind || undefined}
            onClick={() => choose(kind)}
          >
            <Icon size={22} stroke={1.6} aria-hidden />
            <Text fw={600} mt={8}>
              {name}
            </Text>
            <Text size="sm" mt={4} className={classes.dim}>
              {about}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </section>
  )
}
