import { type PageRoute, page } from '../../page-route.ts'

export const meRoutes: readonly PageRoute[] = [
  page('me', () => import('./me.tsx'), 'MePage', [
    page('name', () => import('./name-change.tsx'), 'ChangeNameDialog'),
    page('password', () => import('./password-change.tsx'), 'ChangePasswordDialog'),
    page('second-factor', () => import('./second-factor-set-up.tsx'), 'SetUpSecondFactorDialog'),
    page('second-factor/remove', () => import('./second-factor-remove.tsx'), 'RemoveSecondFactorDialog'),
    page('passkeys/new', () => import('./passkey-add.tsx'), 'AddPasskeyDialog'),
    page('passkeys/$passkey/name', () => import('./passkey-name.tsx'), 'NamePasskeyDialog'),
    page('passkeys/$passkey/delete', () => import('./passkey-delete.tsx'), 'DeletePasskeyDialog'),
    page('recovery-codes', () => import('./recovery-codes-renew.tsx'), 'RenewRecoveryCodesDialog'),
    page('sessions/end-others', () => import('./sessions-end-others.tsx'), 'EndOtherSessionsDialog'),
  ]),
]
