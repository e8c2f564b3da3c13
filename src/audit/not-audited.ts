/** Operations that write, or might, without an entry of their own in the audit log, each with the reason. */
export const NOT_AUDITED: Readonly<Record<string, string>> = {
  PublishEvents: 'The events are their own record; an entry for each would double the work of publishing.',
  TestIntegration: 'Stores nothing but a test event with its job and log, which are their own record.',
  TestDraft: 'Sends a test delivery, and stores nothing.',
  TestAlert: 'Sends a test message, and changes nothing.',
  GetInventories: 'Reads.',
  PreviewJobRun: 'Reads.',
  PreviewReplay: 'Reads.',
  PreviewRefund: 'Computes, and stores nothing.',
  TryPromotion: 'Computes, and stores nothing.',
  CreateAccessToken: 'Tokens are given to keys all the time, and refusals are in the log lines of the process.',
  RefreshSession: 'Sessions of people give tokens all the time.',
  StartSecondFactor: 'It counts once it is confirmed, which leaves an entry.',
  CreateCustomerToken: 'A shopper logs in.',
  CreateAccountMemberToken: 'A shopper logs in.',
  CreateOneTimePasswordTokenRequest: 'A shopper asks for a password that is sent to the shopper alone.',
  UpdateCustomerAuthenticationSettings: 'These settings have nothing that can be changed.',
}
