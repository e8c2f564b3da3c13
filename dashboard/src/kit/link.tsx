import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { parseSearch } from './address-state.ts'

type LinkToProps = AnchorProps & {
  /** As `paths.ts` makes it, with its query. */
  to: string
  children: ReactNode
  'aria-label'?: string
  'aria-current'?: 'page'
  onClick?: () => void
  /** Another tab. */
  target?: '_blank'
}

/** A link to another page of the dashboard. */
export const LinkTo = memo(LinkToPage)

function LinkToPage({ to, children, ...props }: LinkToProps) {
  return (
    <Anchor inherit {...props} {...target(to)} component={Link}>
      {children}
    </Anchor>
  )
}

/** For components of the kit that render a link: `<Button component={Link} {...target(address)}>`. */
export function target(address: string): { to: string; search: never } {
  const [to = '', query = ''] = address.split('?', 2)
  return { to, search: parseSearch(query) as never }
}

/**
 * Leads to another page. One above the present address, as the page below a dialog, takes its place: Back does not open the
 * dialog again. `gone` takes the place of a page whose thing is gone, and what its form held is not asked about.
 */
export function useGoTo(): (address: string, how?: 'replace' | 'gone') => void {
  const router = useRouter()
  return (address, how) => {
    const to = target(address)
    const isAbove = router.state.location.pathname.startsWith(`${to.to}/`)
    void router.navigate({ ...to, replace: how !== undefined || isAbove, ignoreBlocker: how === 'gone' })
  }
}
