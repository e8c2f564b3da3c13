import { ChoosePassword } from './choose-password.tsx'

/** Target of password reset links, which owners create. */
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
