import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { operationOf } from '../../api/operations.ts'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { announce } from '../announce.ts'
import { useFirstField } from '../form/first-field.ts'
import { UnsavedContext } from '../form/unsaved.tsx'
import { dismissLabel, doneWords } from '../form/words.ts'
import { AsRequest } from '../requests/as-request-button.tsx'
import { useOnce } from '../requests/use-once.ts'
import { useScope, whyForbidden } from '../scope.ts'
import { ProblemView } from '../states.tsx'

type DialogFormProps = {
  operation: OperationId
  /** Path parameters. */
  params: Record<string, string>
  query?: Record<string, string>
  /** Body for *As request*; undefined while the form is incomplete. */
  body?: unknown
  /** Resolves when done. A failure is passed in `error`. */
  onSubmit: () => Promise<unknown>
  onCancel: () => void
  submitLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Reason why the form cannot be sent. */
  disabledReason?: string | null
  error: Error | null
  /** Noun for the "not found" message. */
  what: string
  children: ReactNode
}

/**
 * Fields of an action with its buttons. The request is sent once, however often the button is pressed. Closing a
 * changed form needs confirmation, except in dangerous dialogs, where the fields only confirm.
 */
export function DialogForm(props: DialogFormProps) {
  const { operation, params, query, body, onCancel, submitLabel, danger = false, error, what, children } = props
  const reason = whyForbidden(operation, useScope()) ?? props.disabledReason ?? null
  const dialog = useContext(UnsavedContext)
  const send = async () => {
    await dialog.send(props.onSubmit)
    announce(doneWords(submitLabel))
  }
  const [submit, isSending] = useSubmitOnce(send, reason !== null)
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const { method, path } = operationOf(operation)
  const id = useId()
  return (
    <form ref={form} onSubmit={submit} onInput={() => danger || dialog.setDirty(true)} noValidate>
      <Stack gap="sm">
        {children}
        {error !== null && <Wrong error={error} what={what} />}
        {reason !== null && (
          <Text size="sm" c="var(--text-dim)" id={id}>
            {reason}
          </Text>
        )}
        <Group justify="space-between" mt="xs">
          <AsRequest
            method={method.toUpperCase()}
            path={path}
            params={params}
            {...(query === undefined ? {} : { query })}
            {...(body === undefined ? {} : { body })}
          />
          <Group gap="xs">
            <Button onClick={onCancel}>{props.cancelLabel ?? dismissLabel(submitLabel)}</Button>
            <DisableableButton
              type="submit"
              variant="filled"
              color={danger ? 'red' : 'tide'}
              loading={isSending}
              reason={reason}
              saidBy={id}
            >
              {submitLabel}
            </DisableableButton>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves the focus to the error. */
function Wrong({ error, what }: { error: Error; what: string }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error is something new to read.
  useEffect(() => place.current?.focus(), [error])
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="What went wrong">
      <ProblemView error={error} what={what} />
    </div>
  )
}

function useSubmitOnce(run: () => Promise<unknown>, isOff: boolean): [(event: FormEvent) => void, boolean] {
  const [send, isSending] = useOnce(run)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isOff) send()
  }
  return [submit, isSending]
}
