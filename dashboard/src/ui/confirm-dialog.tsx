import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DisableableButton } from './disableable-button.tsx'
import { ReturnFocus } from './return-focus.tsx'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  /** Question that names the object: "Delete integration “ERP orders”?". */
  title: string
  /** Consequences, with numbers. */
  children: ReactNode
  /** Sentence about what cannot be undone. */
  irreversible?: ReactNode
  /** Starts with the verb: "Delete integration". */
  confirmLabel: string
  /** Defaults to `Cancel`. */
  cancelLabel?: string
  /** Text to type before the button is enabled. */
  typeToConfirm?: string
  /** True while the request runs. */
  busy?: boolean
  /** Error message; the dialog stays open. */
  error?: ReactNode
  /** Red button for destructive actions. */
  danger?: boolean
}

/** Confirmation of a change that is hard to undo. */
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

/** Remounted at each opening, which clears the typed text. */
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
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <DisableableButton
            type="submit"
            variant="filled"
            color={danger ? 'red' : 'tide'}
            loading={busy === true}
            reason={matches ? null : `Type “${typeToConfirm}” first.`}
          >
            {confirmLabel}
          </DisableableButton>
        </Group>
      </Stack>
    </form>
  )
}
