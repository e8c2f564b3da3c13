import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { equal } from './values/values.ts'

/** Value that the form started from. It follows the resource until the person changes something. */
export function useShown<Row extends object>(row: Row, isDirty: boolean) {
  const [{ shown, read, revision }, set] = useState({ shown: row, read: row, revision: 0 })
  const show = (next: Row) => set({ shown: next, read: row, revision: revision + 1 })
  const differs = read !== row && !equal(shown, row)
  if (differs && !isDirty) show(row)
  return {
    shown,
    revision,
    isOutdated: differs && isDirty,
    /** The resource as others have stored it since, for the form to compare; null if it is still the same. */
    latest: differs && isDirty ? row : null,
    show,
    keep: (next: Row) => set({ shown: next, read: row, revision }),
  }
}

/** Warns that another person changed the resource in the meantime. */
export function Outdated({ what, onLoad }: { what: string; onLoad: () => void }) {
  return (
    <Alert variant="outline" color="yellow" title={`The ${what} has changed in the meantime`} mb="md" role="status">
      Saving asks about the fields that you have changed too.
      <Button variant="default" size="compact-sm" ml="sm" onClick={onLoad}>
        Show the current version
      </Button>
    </Alert>
  )
}
