import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './json-editor.module.css'

/** Note about a line of the text. Hints do not block sending. */
export type LineNote = { line: number; sentence: string; kind: 'error' | 'hint' }

type JsonEditorProps = {
  label: string
  description?: string
  value: string
  onChange: (text: string) => void
  notes?: readonly LineNote[]
  /** Minimum height in lines. */
  minLines?: number
}

const LINE_HEIGHT = 20
const MAX_NOTES = 8

/** JSON text area with line numbers and notes below. */
export function JsonEditor({ label, description, value, onChange, notes = [], minLines = 8 }: JsonEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const lines = Math.max(value.split('\n').length, minLines)
  const byLine = new Map(notes.toReversed().map(({ line, kind }) => [line, kind]))
  const hasErrors = notes.some(({ kind }) => kind === 'error')
  return (
    <div className={classes.editor}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {description !== undefined && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      <div className={classes.frame} data-in-error={hasErrors || undefined}>
        <div className={classes.gutter} aria-hidden>
          {Array.from({ length: lines }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
            <div key={index} className={classes.number} data-kind={byLine.get(index + 1)}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          id={id}
          ref={area}
          className={classes.area}
          style={{ height: lines * LINE_HEIGHT + 28 }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          aria-invalid={hasErrors || undefined}
          aria-describedby={`${description === undefined ? '' : `${id}-description `}${id}-notes`}
        />
      </div>
      <Notes id={`${id}-notes`} notes={notes} onGo={(line) => goToLine(area.current, line)} />
    </div>
  )
}

type NotesProps = { id: string; notes: readonly LineNote[]; onGo: (line: number) => void }

function Notes({ id, notes, onGo }: NotesProps) {
  return (
    <div id={id} role="status" aria-live="polite">
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.slice(0, MAX_NOTES).map(({ line, sentence, kind }) => (
            <li key={`${line} ${sentence}`} className={classes.note} data-kind={kind}>
              {kind === 'error' ? (
                <IconAlertTriangle size={14} aria-hidden />
              ) : (
                <IconInfoCircle size={14} aria-hidden />
              )}
              <UnstyledButton className={classes.line} onClick={() => onGo(line)}>
                Line {line}
              </UnstyledButton>
              <span>{sentence}</span>
            </li>
          ))}
          {notes.length > MAX_NOTES && <li className={classes.note}>And {notes.length - MAX_NOTES} more.</li>}
        </ul>
      )}
    </div>
  )
}

/** Selects the line, so that the browser scrolls to it. */
function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return
  const before = area.value.split('\n').slice(0, line - 1)
  const begin = before.reduce((sum, text) => sum + text.length + 1, 0)
  const end = area.value.indexOf('\n', begin)
  area.focus({ preventScroll: true })
  area.setSelectionRange(begin, end < 0 ? area.value.length : end)
  const frame = area.parentElement
  if (frame !== null) frame.scrollTop = Math.max(0, (line - 6) * LINE_HEIGHT)
}
