import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { type AccountRow, countAccounts, listAccountsAfter, listNames } from './store-list.ts'
import { toAccount } from './to-account.ts'

/** The list of accounts as a file: the same filter and the same masks, in the order of the numbers. */
export const accountListExport = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'account-list'> => {
  const sightOf = (caller: Caller) => ({ contacts: caller.permissions.has('pii:view'), now: new Date(clock.now()) })
  return {
    needs: 'account:view',
    count: (caller, { filter }) => countAccounts(db, caller.scopes.account, { ...sightOf(caller), filter }),
    list: async (caller, { filter }, after, limit) => {
      const { account } = caller.scopes
      const found = await listAccountsAfter(db, account, {
        ...sightOf(caller),
        filter,
        after: Number(after ?? 0),
        limit,
      })
      const makers = new Set(found.flatMap(({ created_by }) => (created_by === null ? [] : [created_by])))
      const creators = await listNames(db, account, [...makers])
      const last = found.length < limit ? null : String(found.at(-1)?.uid ?? '')
      return { rows: found.map((row) => toExportRow(caller, row, creators)), last }
    },
  }
}

/** Moments go out as moments, so that the file writes them in the person's zone. */
const toExportRow = (
  caller: Caller,
  row: AccountRow,
  creators: ReadonlyMap<number, string>,
): ExportRow<'account-list'> => {
  const account = toAccount(caller, row, creators)
  return {
    user_name: account.user_name,
    nick_name: account.nick_name,
    state: account.state,
    role: account.role_name,
    agent: account.agent_name ?? 'manufacturer',
    company: account.company,
    data_scope: account.data_scope,
    resource_group: account.resource_group_name,
    phone: account.phone,
    email: account.email,
    gender: account.gender,
    totp: account.totp ? 'yes' : 'no',
    last_login: row.last_login_at,
    last_login_address: account.last_login_address,
    valid_until: row.valid_until,
    creator: account.creator,
    created_at: row.created_at,
    remark: account.remark,
  }
}
