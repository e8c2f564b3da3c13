import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { GreyButton } from './grey-button.tsx'
import { ReturnFocus } from './return-focus.tsx'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  /** The question, which names the thing: "Delete integration “ERP orders”?". */
  title: string
  /** What happens, and how much of it. */
  children: ReactNode
  /** What cannot be undone, in a sentence. */
  irreversible?: ReactNode
  /** The verb of the button: "Delete integration". */
  confirmLabel: string
  /** Must be typed before the button works. */
  typeToConfirm?: string
  /** While the change is made. */
  busy?: boolean
  /** What went wrong; the dialog stays open. */
  error?: ReactNode
  /** Red button, for what destroys; otherwise the usual one. */
  danger?: boolean
}

/** Asks before a change that is hard to take back. */
export function ConfirmDialog({ opened, onClose, title, busy = false, ...rest }: ConfirmDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
    >
      <ReturnFocus />
      <ConfirmForm onClose={onClose} busy={busy} {...rest} />
    </Modal>
  )
}

type ConfirmFormProps = Omit<ConfirmDialogProps, 'opened' | 'title'>

/** Mounted with each opening, so that nothing typed before stays. */
function ConfirmForm(props: ConfirmFormProps) {
  const { onClose, onConfirm, children, irreversible, confirmLabel, typeToConfirm, busy, error, danger = true } = props
  const [typed, setTyped] = useState('')
  const matches = typeToConfirm === undefined || typed.trim() === typeToConfirm
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && busy !== true) onConfirm()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {children}
        </Text>
        {irreversible !== undefined && (
          <Text size="sm" fw={500} c="var(--tone-failed)" component="div">
            {irreversible}
          </Text>
        )}
        {typeToConfirm !== undefined && (
          <TextInput
            label={`Type “${typeToConfirm}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {error !== undefined && (
          <Alert role="alert" color="red" variant="outline" p="xs">
            {error}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button onClick={onClose} disabled={busy === true} data-autofocus={typeToConfirm === undefined || undefined}>
            Cancel
          </Button>
          <GreyButton
            type="submit"
            variant="filled"
            color={danger ? 'red' : 'tide'}
            loading={busy === true}
            reason={matches ? null : `Type “${typeToConfirm}” first.`}
          >
            {confirmLabel}
          </GreyButton>
        </Group>
      </Stack>
    </form>
  )
}
