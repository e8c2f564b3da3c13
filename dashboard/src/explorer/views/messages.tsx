import { Alert, Anchor, Code } from '@mantine/core'
import type { Message } from '../api/resource.ts'
import { parseTarget, targetHash } from '../api/target.ts'
import classes from './explorer.module.css'

/** Messages, each with a link to the resource that can fix the problem. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  return messages.map(({ type, id, data = {}, 'debug-message': text, 'linked-to': linked }) => (
    <Alert
      key={`${id} ${text}`}
      role={type === 'error' ? 'alert' : 'note'}
      color={COLORS[type] ?? 'gray'}
      variant="outline"
      p="xs"
      mb="sm"
    >
      <span className={classes.message}>
        <b>{type}</b>
        <span>{text}</span>
        <Code>{id}</Code>
        {Object.entries(data).map(([name, value]) => (
          <Code key={name}>{`${name}: ${value}`}</Code>
        ))}
        {linked !== undefined && <Anchor href={targetHash(parseTarget(linked.uri))}>Open</Anchor>}
      </span>
    </Alert>
  ))
}

const COLORS: Readonly<Record<string, string>> = { error: 'red', needinfo: 'yellow' }
