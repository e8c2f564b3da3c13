import { type PageRoute, page } from '../../page-route.ts'

export const accessRoutes: readonly PageRoute[] = [
  page('access/people', () => import('./people.tsx'), 'PeoplePage', [
    page('new', () => import('./person-invite.tsx'), 'InviteDialog'),
  ]),
  page('access/people/invitations', () => import('./invitations.tsx'), 'InvitationsPage', [
    page('$invitation/revoke', () => import('./invitation-revoke.tsx'), 'RevokeInvitationDialog'),
  ]),
  page('access/people/$person', () => import('./person.tsx'), 'PersonPage', [
    page('edit', () => import('./person-edit.tsx'), 'EditPersonDialog'),
    page('password-reset', () => import('./person-reset-password.tsx'), 'ResetPasswordDialog'),
    page('end-sessions', () => import('./person-end-sessions.tsx'), 'EndSessionsDialog'),
    page('remove', () => import('./person-remove.tsx'), 'RemovePersonDialog'),
  ]),
  page('access/keys', () => import('./keys.tsx'), 'KeysPage', [
    page('$key', () => import('./key.tsx'), 'KeyDialog'),
    page('$key/revoke', () => import('./key-revoke.tsx'), 'RevokeKeyDialog'),
  ]),
  page('access/keys/new', () => import('./key-create.tsx'), 'CreateKeyPage'),
  page('access/stores', () => import('./stores.tsx'), 'StoresPage', [
    page('new', () => import('./store-create.tsx'), 'CreateStoreDialog'),
    page('$store/rename', () => import('./store-rename.tsx'), 'RenameStoreDialog'),
  ]),
  page('access/audit', () => import('./audit.tsx'), 'AuditPage'),
  page('access/audit/$entry', () => import('./audit-entry.tsx'), 'AuditEntryPage'),
]
