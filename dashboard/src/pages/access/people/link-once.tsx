import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Time } from '../../../kit/cells/time.tsx'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { OnceOnly } from '../../../ui/copy/once-only.tsx'

type LinkOnceProps = { link: string; expires_at: string; children: ReactNode }

/** Single-use link, with instructions. */
export function LinkOnce({ link, expires_at, children }: LinkOnceProps) {
  return (
    <OnceOnly title="Copy this link now">
      <CodeBlock label="Link" code={link} wrapped />
      {children}
      <Text size="sm">
        It works once, until <Time at={expires_at} />.
      </Text>
    </OnceOnly>
  )
}
