import { Container, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useIsLost } from '../kit/connection.ts'
import { LinkTo } from '../kit/link.tsx'
import { isUnreachable, ProblemView } from '../kit/states.tsx'
import { paths } from '../paths.ts'

export function NotFoundPage() {
  return (
    <Message title="Page not found">
      The address may be wrong, or from a newer version of Tidings.{' '}
      <LinkTo to={paths.start()}>Go to the start page</LinkTo>
    </Message>
  )
}

export function NoSuchStore() {
  return (
    <Message title="Store not found">
      It was deleted, belongs to another organization, or you have no role in it.{' '}
      <LinkTo to={paths.start()}>Go to the start page</LinkTo>
    </Message>
  )
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const isLost = useIsLost()
  const isOfConnection = isUnreachable(error as Error)
  // Loads the page again once the connection is back.
  useEffect(() => {
    if (isOfConnection && !isLost) window.location.reload()
  }, [isOfConnection, isLost])
  return (
    <Container size="sm" py="xl">
      <Title order={1} size="h2" tabIndex={-1} data-page-heading>
        This page cannot be shown
      </Title>
      <ProblemView error={error as Error} onRetry={reset} />
    </Container>
  )
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container size="sm" py="xl">
      <title>{`${title} · Tidings`}</title>
      <Stack gap="xs">
        <Title order={1} size="h2" tabIndex={-1} data-page-heading>
          {title}
        </Title>
        <Text>{children}</Text>
      </Stack>
    </Container>
  )
}
