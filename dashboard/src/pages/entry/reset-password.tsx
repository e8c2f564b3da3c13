import { ChoosePassword } from './choose-password.tsx'

/** Where the link leads that an owner makes for a person who has forgotten the password. */
export function PasswordResetPage() {
  return (
    <ChoosePassword
      title="Choose a new password"
      what="the reset"
      another="Ask an owner of your organization for a new one."
      asksName={false}
      submitLabel="Set password and log in"
    />
  )
}
