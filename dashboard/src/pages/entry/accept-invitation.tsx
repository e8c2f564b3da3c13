import { ChoosePassword } from './choose-password.tsx'

/** Target of invitation links. */
export function InvitationPage() {
  return (
    <ChoosePassword
      title="Welcome to Tidings"
      what="the invitation"
      another="Ask who invited you for a new one; if you have a password already, log in."
      asksName
      submitLabel="Accept the invitation"
    />
  )
}
