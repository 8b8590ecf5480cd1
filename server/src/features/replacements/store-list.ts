import type { ReplacementFilter } from '@heatfleet/contract/replacements/replacements.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { accountsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
/** Replacements of units in `device`; names of accounts in `account`. */
export type ReplacementScopes = { device: Scope; account: Scope }

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const within = (db: Db, { device }: ReplacementScopes) =>
  db
    .selectFrom('device_replacements')
    .innerJoin('devices', 'devices.device_id', 'device_replacements.device_id')
    .where(withinScope(device, 'devices'))

const nameOf = (column: 'by_uid' | 'undone_by_uid', { account }: ReplacementScopes) =>
  sql<string | null>`(select accounts.user_name from accounts
    left join distributors on distributors.agent_id = accounts.agent_id
    where accounts.uid = ${sql.ref(`device_replacements.${column}`)} and ${accountsWithin(account, 'accounts')})`

const withColumns = (matching: ReturnType<typeof within>, scopes: ReplacementScopes) =>
  matching
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select([
      'device_replacements.replacement_id',
      'devices.device_name',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'distributors.agent_name',
      'devices.mac',
      'device_replacements.old_mac',
      'device_replacements.new_mac',
      'device_replacements.kind',
      'device_replacements.reason',
      'device_replacements.sim_moved',
      'device_replacements.replaced_at',
      nameOf('by_uid', scopes).as('replaced_by'),
      'device_replacements.undone_at',
      nameOf('undone_by_uid', scopes).as('undone_by'),
      'device_replacements.undo_reason',
    ])
export type ReplacementRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** A page of the replacements of units in scope, the newest first. */
export const listReplacements = <Part extends ListPart>(
  db: Db,
  scopes: ReplacementScopes,
  filter: ReplacementFilter,
  part: Part,
): Promise<ListPage<ReplacementRow, Part>> => {
  const { search, state, kind, from, to } = filter
  const low = (search ?? '').toLowerCase()
  const mac = `${literal(low.replaceAll(/[\s:.-]/g, '') || low)}%`
  const conditions = [
    search === undefined || search === ''
      ? null
      : sql<SqlBool>`(device_replacements.old_mac like ${mac} or device_replacements.new_mac like ${mac}
          or lower(devices.device_name) like ${`%${literal(low)}%`})`,
    state === undefined ? null : sql<SqlBool>`(device_replacements.undone_at is not null) = ${state === 'undone'}`,
    kind === undefined ? null : sql<SqlBool>`device_replacements.kind = ${kind}`,
    from === undefined ? null : sql<SqlBool>`device_replacements.replaced_at >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`device_replacements.replaced_at <= ${new Date(to)}`,
  ].filter((condition) => condition !== null)
  const matching = within(db, scopes).where((is) => is.and(conditions))
  return listPage(
    {
      matching,
      rows: withColumns(matching, scopes),
      order: (rows) => rows.orderBy('device_replacements.replacement_id', 'desc'),
      key: 'device_replacements.replacement_id',
    },
    part,
  )
}

/** Replacements in which an id was the old or the new one, of units in scope, the newest first. */
export const listReplacementsOf = (db: Db, scopes: ReplacementScopes, mac: string) =>
  withColumns(within(db, scopes), scopes)
    .where((is) => is.or([is('device_replacements.old_mac', '=', mac), is('device_replacements.new_mac', '=', mac)]))
    .orderBy('device_replacements.replacement_id', 'desc')
    .execute()

/** One replacement of a unit in scope, or null. */
export const findReplacement = async (db: Db, scopes: ReplacementScopes, replacement_id: number) =>
  (await withColumns(within(db, scopes), scopes)
    .where('device_replacements.replacement_id', '=', replacement_id)
    .executeTakeFirst()) ?? null
