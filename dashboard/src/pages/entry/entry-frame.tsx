import { Center, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Frame of the pages for people who are not logged in. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <title>{`${title} · Tidings`}</title>
      <Paper withBorder p="xl" w="100%" maw={400} radius="lg">
        <Stack gap="md">
          <img src="./icon.svg" alt="Tidings" width={40} height={40} />
          <Title order={1} size="h2" tabIndex={-1} data-page-heading>
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
