import { Button, Group, PasswordInput, Radio, Text, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { isSuccess } from '../api/exchange.ts'
import { assignMessages, NO_PROBLEMS } from '../api/form-fields.ts'
import { messagesIn } from '../api/resource.ts'
import type { Credentials, Role } from '../api/session.ts'
import { useExplorer } from '../context.ts'
import type { Shown } from '../state.ts'
import classes from './explorer.module.css'
import { PLAIN_INPUT } from './fields.tsx'
import { Messages } from './messages.tsx'
import { useFocusOnProblem } from './request-form.tsx'

export function LogIn({ reason, scope, previous }: Extract<Shown, { what: 'log-in' }>) {
  const explorer = useExplorer()
  const isFirst = previous === null
  const [typed, setTyped] = useState<Credentials>({
    scope,
    role: isFirst ? 'PUBLIC' : 'REGISTERED',
    username: '',
    password: '',
  })
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const form = useFocusOnProblem(problems)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setProblems(NO_PROBLEMS)
    const response = await explorer.logIn(typed, previous)
    if (!isSuccess(response)) setProblems(assignMessages(messagesIn(response.json), Object.keys(typed)))
  }
  const input = (name: 'scope' | 'username' | 'password') => ({
    ...PLAIN_INPUT,
    mb: 'sm',
    value: typed[name],
    error: problems.fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  return (
    <form ref={form} className={classes.logIn} noValidate aria-label="Log in to a store" onSubmit={submit}>
      <Title order={1} tabIndex={-1}>
        {isFirst ? 'Log in to a store' : 'Log in'}
      </Title>
      <Text mb="sm">{reason}</Text>
      <Messages messages={problems.others} />
      <TextInput {...input('scope')} label="Scope" description="the short name of the store" readOnly={!isFirst} />
      {isFirst && <Roles role={typed.role} onChange={(role) => setTyped({ ...typed, role })} />}
      {typed.role === 'REGISTERED' && (
        <>
          <TextInput {...input('username')} label="E-mail" type="email" autoComplete="username" />
          <PasswordInput {...input('password')} label="Password" autoComplete="current-password" />
        </>
      )}
      <Group gap="xs">
        <Button type="submit" variant="filled">
          Enter
        </Button>
        {!isFirst && <Button onClick={explorer.restore}>Cancel</Button>}
      </Group>
    </form>
  )
}

function Roles({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group
      aria-label="Role"
      value={role}
      onChange={(value) => onChange(value === 'PUBLIC' ? 'PUBLIC' : 'REGISTERED')}
      mb="sm"
    >
      <Group>
        <Radio value="PUBLIC" label="Anonymous" />
        <Radio value="REGISTERED" label="Customer" />
      </Group>
    </Radio.Group>
  )
}
