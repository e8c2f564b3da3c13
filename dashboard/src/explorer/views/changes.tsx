import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { isSuccess } from '../api/exchange.ts'
import { editableFields, formFields } from '../api/form-fields.ts'
import type { Kind } from '../api/graph.ts'
import { actionsOf, type Message, messagesIn, type Resource, titleOf } from '../api/resource.ts'
import { parseTarget } from '../api/target.ts'
import { useExplorer } from '../context.ts'
import { Disclosure } from './disclosure.tsx'
import classes from './explorer.module.css'
import type { Part } from './links.tsx'
import { Messages } from './messages.tsx'
import { RequestForm } from './request-form.tsx'

/** Lazy because few visits change anything. */
export const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Form with its fields and a button per action. */
export function ActionForm({ resource, kind }: Omit<Part, 'path'>) {
  const explorer = useExplorer()
  const actions = actionsOf(resource)
  return (
    <RequestForm
      label={kind?.name ?? 'Form'}
      fields={formFields(kind, resource)}
      resource={resource}
      buttons={actions.map(({ rel }) => rel)}
      hasZoom
      send={({ button, body, zoom }) => {
        const { rel, uri } = actions.find((action) => action.rel === button) ?? actions[0] ?? { rel: '', uri: '' }
        return explorer.change({ method: 'POST', label: rel, uri, zoom, resource, body })
      }}
    />
  )
}

export function Changes({ resource, kind, path }: Part) {
  const explorer = useExplorer()
  if (kind === null) return null
  const { uri } = parseTarget(resource.self?.uri ?? '')
  return (
    <>
      {kind.methods.includes('PUT') && (
        <Disclosure summary="Change" isOpen={path === ''}>
          <RequestForm
            label={`Change ${kind.name}`}
            fields={editableFields(kind, resource)}
            resource={resource}
            buttons={['Save']}
            send={({ body }) => explorer.change({ method: 'PUT', label: kind.name, uri, zoom: '', resource, body })}
          />
        </Disclosure>
      )}
      {kind.methods.includes('DELETE') && <Deletion kind={kind} resource={resource} uri={uri} />}
    </>
  )
}

function Deletion({ kind, resource, uri }: { kind: Kind; resource: Resource; uri: string }) {
  const explorer = useExplorer()
  const [isAsking, setAsking] = useState(false)
  const [problems, setProblems] = useState<readonly Message[]>([])
  const named = [kind.name, titleOf(resource)].filter(Boolean).join(': ')
  const remove = async () => {
    setAsking(false)
    const response = await explorer.change({ method: 'DELETE', label: kind.name, uri, zoom: '', resource })
    setProblems(isSuccess(response) ? [] : messagesIn(response.json))
  }
  return (
    <>
      <Button color="red" variant="outline" my="sm" onClick={() => setAsking(true)} aria-label={`Delete ${kind.name}`}>
        Delete
      </Button>
      <Messages messages={problems} />
      <Suspense fallback={null}>
        {isAsking && (
          <ConfirmDialog
            opened
            onClose={() => setAsking(false)}
            onConfirm={remove}
            title={`Delete this ${named}?`}
            confirmLabel="Delete"
          >
            <span className={classes.wrapped}>The request is DELETE {uri || '/'}.</span>
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
