import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import classes from './panel.module.css'

const WIDE = '(min-width: 900px)'

type PanelContent = {
  title: string
  /** Buttons to the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

type PanelProps = {
  /** Content that the panel is next to. */
  list: ReactNode
  /** Undefined while the panel is closed. */
  panel: PanelContent | undefined
  onClose: () => void
}

/** List with a details panel beside it; below 900 px the panel covers the screen. */
export function PanelBeside({ list, panel, onClose }: PanelProps) {
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  if (wide) return <Beside list={list} panel={panel} onClose={onClose} />
  return (
    <>
      {list}
      <Above panel={panel} onClose={onClose} />
    </>
  )
}

function Above({ panel, onClose }: Omit<PanelProps, 'list'>) {
  // Keeps the content visible while the panel slides out.
  const [last, setLast] = useState(panel)
  if (panel !== undefined && panel !== last) setLast(panel)
  return (
    <Drawer
      opened={panel !== undefined}
      onClose={onClose}
      title={last?.title}
      position="right"
      size="100%"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {last?.actions !== undefined && <div className={classes.drawerActions}>{last.actions}</div>}
      {last?.children}
    </Drawer>
  )
}

function Beside({ list, panel, onClose }: PanelProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEscape(frame, panel !== undefined, onClose)
  return (
    <div className={classes.frame} ref={frame} data-open={panel !== undefined || undefined}>
      <div className={classes.list}>{list}</div>
      {panel !== undefined && <Aside {...panel} onClose={onClose} />}
    </div>
  )
}

function Aside({ title, actions, children, onClose }: PanelContent & { onClose: () => void }) {
  const heading = useFocusWhileMounted()
  const id = useId()
  return (
    <aside className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <div className={classes.actions}>
          {actions}
          <ActionIcon variant="subtle" color="gray" c="var(--text-dim)" size={28} aria-label="Close" onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </div>
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  )
}

/** Takes the focus when the panel opens, and returns the focus on close unless it has moved elsewhere. */
function useFocusWhileMounted(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const panel = heading.current?.closest('aside')
    heading.current?.focus({ preventScroll: true })
    return () => {
      const now = document.activeElement
      const isFocusLost = now === null || now === document.body || panel?.contains(now)
      if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return heading
}

/** Ignores keys of menus and dialogs above the panel, which are elsewhere in the document. */
function useEscape(frame: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (!open || event.key !== 'Escape' || event.defaultPrevented) return
    const { target } = event
    // Escape in a field clears or leaves the field.
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    if (target === document.body || (target instanceof Node && frame.current?.contains(target))) onClose()
  })
}
