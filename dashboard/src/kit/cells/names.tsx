import { useRead } from '../requests/use-read.ts'

/** Name of an account member; its id until the name is loaded. */
export function MemberName({ id }: { id: string }) {
  const { data } = useRead('/v2/account-members/{account_member_id}', { params: { path: { account_member_id: id } } })
  return data === undefined ? id : `${data.data.name} · ${data.data.email}`
}

export function AccountName({ id }: { id: string }) {
  const { data } = useRead('/v2/accounts/{account_id}', { params: { path: { account_id: id } } })
  return data?.data.name ?? id
}
