import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Exchange, isSuccess } from '../api/exchange.ts'
import { assignMessages, bodyOf, type Field, FieldError, initialTexts, NO_PROBLEMS } from '../api/form-fields.ts'
import { messagesIn, type Resource } from '../api/resource.ts'
import { Fields, PLAIN_INPUT } from './fields.tsx'
import { Messages } from './messages.tsx'

type RequestFormProps = {
  /** Accessible name of the form. */
  label: string
  fields: readonly Field[]
  /** Another resource resets the form. */
  resource: Resource
  /** Labels of the submit buttons. */
  buttons: readonly string[]
  /** Offers a zoom for the response. */
  hasZoom?: boolean
  send: (sent: { button: string; body: Record<string, unknown>; zoom: string }) => Promise<Exchange>
}

/** Form whose fields become the body of a request, with the errors of the response. */
export function RequestForm({ label, fields, resource, buttons, hasZoom = false, send }: RequestFormProps) {
  const begin = { resource, texts: initialTexts(fields), zoom: '', problems: NO_PROBLEMS, isSending: false }
  const [state, setState] = useState(begin)
  if (state.resource !== resource) setState(begin)
  const form = useFocusOnProblem(state.problems)
  const change = (changes: Partial<typeof state>) => setState((now) => ({ ...now, ...changes }))
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.isSending) return
    const button = event.nativeEvent.submitter?.getAttribute('value') ?? ''
    try {
      const body = bodyOf(fields, state.texts)
      change({ isSending: true, problems: NO_PROBLEMS })
      const response = await send({ button, body, zoom: state.zoom })
      const messages = isSuccess(response) ? [] : messagesIn(response.json)
      change({ isSending: false, problems: assignMessages(messages, Object.keys(state.texts)) })
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      change({ problems: { fields: { [error.path]: error.message }, others: [] } })
    }
  }
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit}>
      <Messages messages={state.problems.others} />
      <Fields
        fields={fields}
        texts={state.texts}
        problems={state.problems}
        onChange={(path, text) => change({ texts: { ...state.texts, [path]: text } })}
      />
      {hasZoom && (
        <TextInput
          {...PLAIN_INPUT}
          label="zoom of the response"
          value={state.zoom}
          onChange={(event) => change({ zoom: event.currentTarget.value })}
          mb="sm"
        />
      )}
      <Group gap="xs">
        {buttons.map((name) => (
          <Button key={name} type="submit" value={name} variant="filled">
            {name}
          </Button>
        ))}
      </Group>
    </form>
  )
}

/** Returns a ref for the form and focuses its first invalid field. */
export function useFocusOnProblem(problems: unknown) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with new problems the fields are marked.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems])
  return form
}
