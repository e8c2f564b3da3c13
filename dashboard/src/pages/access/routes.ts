import { type PageRoute, page } from '../../page-route.ts'

export const accessRoutes: readonly PageRoute[] = [
  page('access/people', () => import('./people/people.tsx'), 'PeoplePage', [
    page('new', () => import('./people/person-invite.tsx'), 'InviteDialog'),
  ]),
  page('access/people/invitations', () => import('./people/invitations.tsx'), 'InvitationsPage', [
    page('$invitation/revoke', () => import('./people/invitation-revoke.tsx'), 'RevokeInvitationDialog'),
  ]),
  page('access/people/$person', () => import('./people/person.tsx'), 'PersonPage', [
    page('edit', () => import('./people/person-edit.tsx'), 'EditPersonDialog'),
    page('password-reset', () => import('./people/person-reset-password.tsx'), 'ResetPasswordDialog'),
    page('end-sessions', () => import('./people/person-end-sessions.tsx'), 'EndSessionsDialog'),
    page('remove', () => import('./people/person-remove.tsx'), 'RemovePersonDialog'),
  ]),
  page('access/keys', () => import('./keys/keys.tsx'), 'KeysPage', [
    page('$key', () => import('./keys/key.tsx'), 'KeyDialog'),
    page('$key/revoke', () => import('./keys/key-revoke.tsx'), 'RevokeKeyDialog'),
  ]),
  page('access/keys/new', () => import('./keys/key-create.tsx'), 'CreateKeyPage'),
  page('access/organization', () => import('./organization/organization.tsx'), 'OrganizationPage', [
    page('rename', () => import('./organization/organization-rename.tsx'), 'RenameOrganizationDialog'),
  ]),
  page('access/stores', () => import('./stores/stores.tsx'), 'StoresPage', [
    page('new', () => import('./stores/store-create.tsx'), 'CreateStoreDialog'),
    page('$store/rename', () => import('./stores/store-rename.tsx'), 'RenameStoreDialog'),
  ]),
  page('access/audit', () => import('./audit/audit.tsx'), 'AuditPage'),
  page('access/audit/$entry', () => import('./audit/audit-entry.tsx'), 'AuditEntryPage'),
]
