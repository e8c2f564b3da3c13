import { Autocomplete, TextInput } from '@mantine/core'
import { IconBox, IconUserCode } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useAddressState } from '../../kit/address-state.ts'
import { useEventTypes } from '../../kit/requests/use-event-types.ts'
import classes from './events.module.css'

/** Filters of the list, stored in the address: key, resource, and the producer's id. */
export function EventNarrow() {
  const [{ key = '', resource = '', producer = '' }, change] = useAddressState()
  const { types } = useEventTypes()
  const put = (name: string) => (value: string) => change({ [name]: value === '' ? null : value }, 'push')
  return (
    <>
      <Sent value={key} onSend={put('key')}>
        {(text, setText, send) => (
          <Autocomplete
            aria-label="Key"
            placeholder="Key, order.* for several"
            className={classes.narrow}
            data={types.map(({ id }) => id)}
            limit={100}
            maxDropdownHeight={320}
            value={text}
            onChange={setText}
            onOptionSubmit={send}
            onBlur={() => send(text)}
            clearable
            onClear={() => send('')}
          />
        )}
      </Sent>
      <Field
        name="Resource"
        hint="order:ID, or an id"
        value={resource}
        onSend={put('resource')}
        icon={<IconBox size={14} />}
      />
      <Field
        name="Producer’s id"
        hint="Producer’s id"
        value={producer}
        onSend={put('producer')}
        icon={<IconUserCode size={14} />}
      />
    </>
  )
}

type FieldProps = { name: string; hint: string; value: string; onSend: (value: string) => void; icon: ReactNode }

function Field({ name, hint, value, onSend, icon }: FieldProps) {
  return (
    <Sent value={value} onSend={onSend}>
      {(text, setText, send) => (
        <TextInput
          aria-label={name}
          placeholder={hint}
          className={classes.narrow}
          leftSection={icon}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => send(text)}
        />
      )}
    </Sent>
  )
}

type SentProps = {
  value: string
  onSend: (value: string) => void
  children: (text: string, setText: (text: string) => void, send: (text: string) => void) => ReactNode
}

/** Applies the filter on Enter and when the field loses the focus. */
function Sent({ value, onSend, children }: SentProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const send = (next: string) => {
    if (next.trim() !== value) onSend(next.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
  }
  return <form onSubmit={submit}>{children(text, setText, send)}</form>
}
