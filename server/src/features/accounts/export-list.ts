import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { type AccountRow, listAccounts, listNames } from './store-list.ts'
import { toAccount } from './to-account.ts'

/** The list of accounts as a file: the same filter and the same masks, in the order of the numbers. */
export const accountListExport = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'account-list'> =>
  listSource({
    needs: 'account:view',
    list: (caller, { filter }, part) => {
      const query = { filter, contacts: caller.permissions.has('pii:view'), now: new Date(clock.now()) }
      return listAccounts(db, caller.scopes.account, query, part)
    },
    keyOf: ({ uid }) => uid,
    toRows: async (rows, caller) => {
      const creator_uids = new Set(rows.flatMap(({ created_by }) => (created_by === null ? [] : [created_by])))
      const creators = await listNames(db, caller.scopes.account, [...creator_uids])
      return rows.map((row) => toExportRow(caller, row, creators))
    },
  })

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
