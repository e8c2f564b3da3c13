/** The user as whom a member logs in, by a body: null stands for the member's own user. Empty if the body does not say. */
export function userOfMember(
  id: string,
  sent: Readonly<Record<string, unknown>>,
): { user_authentication_info_id?: string } {
  const { user_authentication_info_id: link } = sent
  if (link === undefined) return {}
  return { user_authentication_info_id: link === null ? id : String(link).toLowerCase() }
}
