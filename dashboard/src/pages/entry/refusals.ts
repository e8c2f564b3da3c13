/** Messages for the error codes of a log-in through the identity provider. */
const REFUSED: Readonly<Record<string, string>> = {
  cancelled: 'You have canceled at your organization. Nothing has happened.',
  not_begun: 'This log-in was begun in another browser, or more than 10 minutes ago. Begin again.',
  invalid_response: 'What your organization sent back is not valid, so that no one was logged in. Begin again.',
  provider_refused: 'Your organization has refused the log-in.',
  provider_unavailable: 'The log-in of your organization cannot be reached. Try again in a moment.',
  no_role: 'Your organization knows you, but gives you no role in Tidings. Ask who manages your account for one.',
  no_email: 'Your organization does not say your e-mail address, which Tidings needs. Ask who manages your account.',
  unverified_email:
    'Your organization has not verified your e-mail address, so that it could be that of another person. Ask who manages your account.',
  similar_email:
    'Another person here has an e-mail address that looks like yours. Ask an owner to change that person first.',
  has_password: 'You have a password here. Log in with it, and link your organization at Your access within 5 minutes.',
  stale_log_in:
    'Linking your organization takes a log-in of the last 5 minutes: log out, log in again, and link it then.',
  no_organization: 'Tidings holds several organizations, and does not know which is yours. Ask who runs Tidings.',
  other_person: 'Another person has your e-mail address here. Ask an owner to change that person first.',
  last_owner:
    'This log-in would take the role of the last owner, so that no one could manage access. Ask who runs Tidings.',
  error: 'The log-in by your organization did not work. Try again; if it stays, ask who runs Tidings.',
}

export function refusalSentence(code: string): string {
  return REFUSED[code] ?? (REFUSED.error as string)
}
