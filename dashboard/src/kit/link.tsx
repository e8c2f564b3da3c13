import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { parseSearch } from './address-state.ts'

type LinkToProps = AnchorProps & {
  /** As `paths.ts` makes it, with its query. */
  to: string
  children: ReactNode
  'aria-label'?: string
  'aria-current'?: 'page'
  onClick?: () => void
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

export function useGoTo(): (address: string, how?: 'replace') => void {
  const navigate = useNavigate()
  return (address, how) => void navigate({ ...target(address), replace: how === 'replace' })
}
