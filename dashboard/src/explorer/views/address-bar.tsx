import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Target } from '../api/target.ts'
import { zoomSuggestions } from '../api/zoom.ts'
import { useExplorer } from '../context.ts'
import { Disclosure } from './disclosure.tsx'
import classes from './explorer.module.css'
import { PLAIN_INPUT } from './fields.tsx'
import { RequestHeaders } from './headers-form.tsx'
import { ZoomBuilder } from './zoom-builder.tsx'

/** Editable address of the displayed resource, with the options of the request below. */
export function AddressBar({ target }: { target: Target }) {
  const explorer = useExplorer()
  const { kind, kinds } = explorer
  const [typed, setTyped] = useState({ target, ...textsOf(target) })
  if (typed.target !== target) setTyped({ target, ...textsOf(target) })
  const setZoom = (zoom: string) => setTyped({ ...typed, zoom })
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    explorer.navigateTyped(typed.uri, typed.zoom)
  }
  return (
    <>
      <form className={classes.address} aria-label="Address" noValidate onSubmit={submit}>
        <Button component="a" href="#/">
          Root
        </Button>
        <TextInput
          {...PLAIN_INPUT}
          className={classes.field}
          label="URI"
          value={typed.uri}
          onChange={(event) => setTyped({ ...typed, uri: event.currentTarget.value })}
        />
        <TextInput
          {...PLAIN_INPUT}
          className={classes.field}
          label="Zoom"
          list="zooms"
          value={typed.zoom}
          onChange={(event) => setZoom(event.currentTarget.value)}
        />
        <datalist id="zooms">
          {zoomSuggestions(typed.zoom, kind, kinds).map((zoom) => (
            <option key={zoom} value={zoom} />
          ))}
        </datalist>
        <Button type="submit" variant="filled">
          Go
        </Button>
      </form>
      <section className={classes.options} aria-label="Options">
        <Disclosure summary="Zoom builder">
          <ZoomBuilder key={kind?.name} kind={kind} zoom={typed.zoom} onChange={setZoom} />
        </Disclosure>
        <RequestHeaders />
      </section>
    </>
  )
}

function textsOf({ uri, zoom }: Target): Target {
  return { uri: uri === '' ? '/' : uri, zoom }
}
