/** Messages for the error codes of a log-in through the identity provider. */
const REFUSED: Readonly<Record<string, string>> = {
  cancelled: 'You canceled the log-in at your organization.',
  not_begun: 'This log-in was started in another browser, or more than 10 minutes ago. Start again.',
  invalid_response: 'Your organization sent an invalid response, so you were not logged in. Start again.',
  provider_refused: 'Your organization refused the log-in.',
  provider_unavailable: 'The log-in of your organization cannot be reached. Try again in a moment.',
  no_role: 'Your organization gives you no role in Tidings. Ask the person who manages your account for one.',
  no_email:
    'Your organization does not share your e-mail address, which Tidings needs. Ask the person who manages your account.',
  unverified_email:
    'Your organization has not verified your e-mail address, so it could belong to another person. Ask the person who manages your account.',
  similar_email:
    'Another person here has an e-mail address that looks like yours. Ask an owner to change that person first.',
  has_password:
    'You have a password here. Log in with it, and link your organization under Your access within 5 minutes.',
  stale_log_in:
    'Linking your organization requires a log-in within the last 5 minutes. Log out, log in again, and then link it.',
  no_organization: 'Tidings has several organizations, and cannot determine yours. Ask the operator of Tidings.',
  other_person: 'Another person has your e-mail address here. Ask an owner to change that person first.',
  last_owner:
    'This log-in would remove the last owner, so that no one could manage access. Ask the operator of Tidings.',
  error: 'The log-in through your organization failed. Try again; if it keeps failing, ask the operator of Tidings.',
}

export function refusalSentence(code: string): string {
  return REFUSED[code] ?? (REFUSED.error as string)
}
