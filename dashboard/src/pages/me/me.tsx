import { Title } from '@mantine/core'

export function MePage() {
  return <Title order={1}>Your access</Title>
}
