import { Autocomplete, TextInput } from '@mantine/core'
import { IconBox, IconUserCode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAddressState } from '../../kit/address-state.ts'
import { useTyped } from '../../kit/list/use-typed.ts'
import { useEventTypes } from '../../kit/requests/use-event-types.ts'
import classes from './events.module.css'

/** Filters of the list, stored in the address: key, resource, and the producer's id. */
export function EventNarrow() {
  const [{ key = '', resource = '', producer = '' }, change] = useAddressState()
  const put = (name: string, current: string) => (value: string) =>
    change({ [name]: value === '' ? null : value }, current === '' ? 'push' : undefined)
  return (
    <>
      <KeyField value={key} onSend={put('key', key)} />
      <Field
        name="Resource"
        hint="order:ID, or an id"
        value={resource}
        onSend={put('resource', resource)}
        icon={<IconBox size={14} />}
      />
      <Field
        name="Producer’s id"
        hint="Producer’s id"
        value={producer}
        onSend={put('producer', producer)}
        icon={<IconUserCode size={14} />}
      />
    </>
  )
}

function KeyField({ value, onSend }: { value: string; onSend: (value: string) => void }) {
  const { types } = useEventTypes()
  // The beginning of a key would show an empty list until the key is typed out.
  const isComplete = (key: string) => key === '' || key.includes('*') || types.some(({ id }) => id === key)
  const { text, setText, send, onSubmit } = useTyped(value, onSend, isComplete)
  return (
    <form onSubmit={onSubmit}>
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
        clearable
        onClear={() => send('')}
      />
    </form>
  )
}

type FieldProps = { name: string; hint: string; value: string; onSend: (value: string) => void; icon: ReactNode }

function Field({ name, hint, value, onSend, icon }: FieldProps) {
  const { text, setText, onSubmit } = useTyped(value, onSend)
  return (
    <form onSubmit={onSubmit}>
      <TextInput
        aria-label={name}
        placeholder={hint}
        className={classes.narrow}
        leftSection={icon}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}
