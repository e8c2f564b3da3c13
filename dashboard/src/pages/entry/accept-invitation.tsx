import { ChoosePassword } from './choose-password.tsx'

/** Target of invitation links. */
export function InvitationPage() {
  return (
    <ChoosePassword
      title="Welcome to Tidings"
      what="the invitation"
      another="Ask the person who invited you for a new one. If you already have a password, log in."
      asksName
      submitLabel="Accept the invitation"
    />
  )
}
