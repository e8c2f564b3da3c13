import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { parseSearch } from './address-state.ts'

type LinkToProps = AnchorProps & {
  /** Address from `paths.ts`, with its query. */
  to: string
  children: ReactNode
  'aria-label'?: string
  'aria-current'?: 'page'
  onClick?: () => void
  target?: '_blank'
}

export const LinkTo = memo(LinkToPage)

function LinkToPage({ to, children, ...props }: LinkToProps) {
  return (
    <Anchor inherit {...props} {...target(to)} component={Link}>
      {children}
    </Anchor>
  )
}

type PanelLinkProps = AnchorProps & {
  /** Page of the resource, for another tab. */
  to: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}

/** Link to a page that a plain click opens as a panel beside the list. */
export function PanelLink({ to, isOpen, onOpen, children, ...props }: PanelLinkProps) {
  const click = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Anchor inherit {...props} {...target(to)} component={Link} aria-expanded={isOpen} onClick={click}>
      {children}
    </Anchor>
  )
}

/** Props for components that render a link: `<Button component={Link} {...target(address)}>`. */
export function target(address: string): { to: string; search: never } {
  const [to = '', query = ''] = address.split('?', 2)
  return { to, search: parseSearch(query) as never }
}

/**
 * Navigates to another page. A parent address, such as the page below a dialog, replaces the current entry, so that
 * Back does not open the dialog again. `gone` replaces the page of a deleted resource and skips the unsaved-changes
 * question.
 */
export function useGoTo(): (address: string, how?: 'replace' | 'gone') => void {
  const router = useRouter()
  return (address, how) => {
    const to = target(address)
    const isAbove = router.state.location.pathname.startsWith(`${to.to}/`)
    void router.navigate({ ...to, replace: how !== undefined || isAbove, ignoreBlocker: how === 'gone' })
  }
}
