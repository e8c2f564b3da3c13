import type { Bind } from '../../db/list.ts'

/** Condition on account members outside this account; null means outside every account. */
export function withoutAccount(account_id: string | null): (bind: Bind) => string {
  return (bind) =>
    `not exists (select from account_memberships m
      where m.owner_id = account_members.owner_id and m.account_member_id = account_members.id
        ${account_id === null ? '' : `and m.account_id = ${bind(account_id)}`})`
}
