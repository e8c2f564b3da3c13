import { Button, Code, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { HEADER_FIELDS, type HeaderValues, headerProblem, headersOf, NO_HEADERS } from '../api/headers.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import { Disclosure } from './disclosure.tsx'
import classes from './explorer.module.css'
import { PLAIN_INPUT } from './fields.tsx'

/** Form for request headers, with a summary of the headers sent. */
export function RequestHeaders() {
  const { headers } = useExplorerState()
  const sent = Object.entries(headersOf(headers))
  const summary = (
    <>
      Request headers{' '}
      {sent.length === 0 ? (
        <span className={classes.dim}>none</span>
      ) : (
        sent.map(([name, value]) => <Code key={name}>{`${name}: ${value}`}</Code>)
      )}
    </>
  )
  return (
    <Disclosure summary={summary}>
      <HeadersForm headers={headers} />
    </Disclosure>
  )
}

type Problems = Partial<Record<keyof HeaderValues, string>>

function HeadersForm({ headers }: { headers: HeaderValues }) {
  const explorer = useExplorer()
  const [typed, setTyped] = useState(headers)
  const [problems, setProblems] = useState<Problems>({})
  const apply = (values: HeaderValues) => {
    const found = problemsIn(values)
    setTyped(values)
    setProblems(found)
    if (Object.keys(found).length === 0) explorer.setHeaders(values)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply({ ...NO_HEADERS, ...Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()])) })
  }
  return (
    <form className={classes.headers} noValidate aria-label="Request headers" onSubmit={submit}>
      {HEADER_FIELDS.map(({ name, label, hint }) => (
        <TextInput
          {...PLAIN_INPUT}
          key={name}
          label={label}
          description={hint}
          value={typed[name]}
          error={problems[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <Group gap="xs">
        <Button type="submit" variant="filled">
          Apply
        </Button>
        <Button onClick={() => apply(NO_HEADERS)}>Clear</Button>
      </Group>
    </form>
  )
}

function problemsIn(values: HeaderValues): Problems {
  return Object.fromEntries(
    HEADER_FIELDS.flatMap(({ name }) => {
      const problem = headerProblem(name, values[name])
      return problem === null ? [] : [[name, problem]]
    }),
  )
}
