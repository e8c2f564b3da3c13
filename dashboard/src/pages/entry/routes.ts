import { type PageRoute, page } from '../../page-route.ts'

/** Pages for people who are not logged in. */
export const entryRoutes: readonly PageRoute[] = [
  page('login', () => import('./log-in.tsx'), 'LogInPage'),
  page('enter', () => import('./enter.tsx'), 'EnterPage'),
  page('invitation', () => import('./accept-invitation.tsx'), 'InvitationPage'),
  page('password-reset', () => import('./reset-password.tsx'), 'PasswordResetPage'),
]
