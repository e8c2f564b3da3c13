import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTerminal2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ShownRequest } from './request-command.tsx'

const RequestCommand = lazy(async () => ({ default: (await import('./request-command.tsx')).RequestCommand }))

type AsRequestProps = ShownRequest & {
  /** Defaults to `As request`. */
  label?: string
}

/** Shows the curl command of the current read or of a pending change, so that people can script it. */
export function AsRequest({ label = 'As request', ...request }: AsRequestProps) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" px={8} aria-label={label} title={label} onClick={open}>
        <IconTerminal2 size={16} aria-hidden />
      </Button>
      <Modal opened={opened} onClose={close} title={label} size="lg">
        {opened && (
          <Suspense fallback={null}>
            <RequestCommand {...request} />
          </Suspense>
        )}
      </Modal>
    </>
  )
}
