import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/states.tsx'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { commandOf, LANGUAGES, type Language } from '../rules/receivers.ts'

/** Example receivers, loaded on demand. */
const SOURCES = import.meta.glob<string>('../../../../../examples/receive/**/*.{ts,py,go,java,rs,rb,php,cs}', {
  query: '?raw',
  import: 'default',
})

/** Complete receiver that verifies signatures, with the command that starts it with this secret. */
export function ReceiverCode({ secret }: { secret: string | null }) {
  const [language, setLanguage] = useState<Language>(LANGUAGES[0])
  const query = useQuery({
    queryKey: ['receiver', language.file],
    queryFn: async () => (await SOURCES[`../../../../../examples/receive/${language.file}`]?.()) ?? '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Section
      title="The receiver’s code"
      description="Verifies each delivery, responds at once, and applies each event once."
      actions={
        <Select
          aria-label="Language"
          data={LANGUAGES.map(({ name }) => name)}
          value={language.name}
          onChange={(name) => setLanguage(LANGUAGES.find((one) => one.name === name) ?? LANGUAGES[0])}
          allowDeselect={false}
          w={160}
        />
      }
    >
      <Stack gap="sm">
        <CodeBlock label="Start it" code={commandOf(language, secret)} wrapped />
        <Loaded query={query} what="example">
          {(code) => <CodeBlock label={language.file.split('/').at(-1) ?? ''} code={code} maxHeight={380} />}
        </Loaded>
      </Stack>
    </Section>
  )
}
