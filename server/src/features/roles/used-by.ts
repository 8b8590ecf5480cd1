import type { RoleAccounts } from '@heatfleet/contract/roles/roles.ts'

/** Names of the assigned accounts, for a refusal: `anna, li.wei +3`; those outside the caller's scope are a number. */
export const namesOf = ({ list, total, others }: RoleAccounts): { names: string; count: number } => {
  const count = total + others
  const rest = count - list.length
  const names = list.map(({ user_name }) => user_name).join(', ')
  return { names: [names, rest > 0 ? `+${rest}` : ''].filter((part) => part !== '').join(' '), count }
}
