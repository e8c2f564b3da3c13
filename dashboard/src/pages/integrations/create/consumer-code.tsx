import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/states.tsx'
import type { Consumers } from '../../../kit/targets/target.ts'
import { consumersOf } from '../../../kit/targets/targets.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Integration } from '../use-integration.ts'

/** Example consumers, loaded on demand. */
const SOURCES = import.meta.glob<string>(
  [
    '../../../../../examples/{apply-event,sqs-function,stomp-consumer}.ts',
    '../../../../../examples/receive/queues/*.{py,txt}',
  ],
  { query: '?raw', import: 'default' },
)

/** Complete consumer program in the selected language, with the command that starts it. */
export function ConsumerCode({ integration }: { integration: Integration }) {
  const consumers = consumersOf(integration)
  return consumers === null ? null : <Code consumers={consumers} />
}

function Code({ consumers }: { consumers: Consumers }) {
  const [chosen, choose] = useState(consumers[0].name)
  const { name, files, start } = consumers.find((one) => one.name === chosen) ?? consumers[0]
  const query = useQuery({
    queryKey: ['consumer', ...files],
    queryFn: () => Promise.all(files.map(async (file) => (await SOURCES[`../../../../../examples/${file}`]?.()) ?? '')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Section
      title="The consumer’s code"
      description={
        start === null
          ? 'The queue calls it with batches of messages. It applies each event once.'
          : 'Takes messages, applies each event once, and confirms what it has applied.'
      }
      actions={
        <Select
          aria-label="Language"
          data={consumers.map((one) => one.name)}
          value={name}
          onChange={(next) => choose(next ?? name)}
          allowDeselect={false}
          w={220}
        />
      }
    >
      <Stack gap="sm">
        {start !== null && <CodeBlock label="Start it" code={start} wrapped />}
        <Loaded query={query} what="example">
          {(codes) =>
            codes.map((code, at) => (
              <CodeBlock key={files[at]} label={files[at]?.split('/').at(-1) ?? ''} code={code} maxHeight={380} />
            ))
          }
        </Loaded>
      </Stack>
    </Section>
  )
}
