/** Returns the user that a member logs in as, from a body: null means the member's own user. Empty if not sent. */
export function userOfMember(
  id: string,
  sent: Readonly<Record<string, unknown>>,
): { user_authentication_info_id?: string } {
  const { user_authentication_info_id: link } = sent
  if (link === undefined) return {}
  return { user_authentication_info_id: link === null ? id : String(link).toLowerCase() }
}
