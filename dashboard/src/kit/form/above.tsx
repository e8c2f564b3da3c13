import { Alert, Button, CopyButton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form.module.css'

type Props = { sentences: readonly string[]; requestId: string | null }

/** Errors that belong to no field. */
export function Above({ sentences, requestId }: Props) {
  if (sentences.length === 0) return null
  return (
    <Alert
      role="alert"
      tabIndex={-1}
      data-in-error
      color="red"
      variant="outline"
      icon={<IconAlertCircle aria-hidden />}
      title={sentences.length === 1 ? sentences[0] : 'This could not be saved.'}
    >
      {sentences.length === 1 ? null : (
        <ul className={classes.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {requestId === null ? null : <RequestId id={requestId} />}
    </Alert>
  )
}

function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" onClick={copy}>
          {copied ? 'Copied' : `Copy request ID ${id}`}
        </Button>
      )}
    </CopyButton>
  )
}
