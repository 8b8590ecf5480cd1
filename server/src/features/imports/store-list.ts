import type { ImportFilter } from '@heatfleet/contract/imports/imports.ts'
import type { ImportProblem, ImportResult, ImportRowQuery, ImportVerdict } from '@heatfleet/contract/imports/lines.ts'
import type { OnlineState, RecognitionState } from '@heatfleet/contract/transitions.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { type ListPage, type ListPart, listPage, readPage } from '../../platform/list-page.ts'
import { pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type ImportViewer, visibleImports } from './store.ts'

type Db = Kysely<Tables>

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const selectBatches = (db: Db) =>
  db
    .selectFrom('device_imports')
    .leftJoin('products', 'products.product_key', 'device_imports.product_key')
    .select([
      'device_imports.import_id',
      'device_imports.batch_no',
      'device_imports.state',
      'device_imports.source',
      'device_imports.file_name',
      'device_imports.agent_id',
      'device_imports.agent_name',
      'device_imports.product_key',
      'device_imports.import_tag',
      'device_imports.hardware_version',
      'device_imports.remark',
      'device_imports.imported_user',
      'device_imports.counts',
      'device_imports.progress',
      'device_imports.imported',
      'device_imports.repeated',
      'device_imports.failed',
      'device_imports.reason',
      'device_imports.retry_of',
      'device_imports.created_at',
      'device_imports.started_at',
      'device_imports.finished_at',
      'device_imports.undone_at',
      'device_imports.undone_by',
      'device_imports.secrets_at',
      'device_imports.secrets_by',
      'products.name as product_name',
      'products.english_name as product_english_name',
    ])

/** A batch that the caller sees; undefined = none. */
export const findImport = (db: Db, viewer: ImportViewer, import_id: number) =>
  selectBatches(db).where('device_imports.import_id', '=', import_id).where(visibleImports(viewer)).executeTakeFirst()
export type ImportBatchRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** A part of the batches that the caller sees, the newest first. */
export const listImports = async <Part extends ListPart>(
  db: Db,
  viewer: ImportViewer,
  filter: ImportFilter,
  part: Part,
): Promise<ListPage<ImportBatchRow, Part>> => {
  const conditions = [visibleImports(viewer), ...(await batchConditions(db, viewer.scope, filter))]
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  return listPage(
    {
      matching: db.selectFrom('device_imports').where(where),
      rows: selectBatches(db).where(where),
      order: (rows) => rows.orderBy('device_imports.import_id', 'desc'),
      key: 'device_imports.import_id',
      key_order: 'desc',
    },
    part,
  )
}

const batchConditions = async (db: Db, scope: Scope, filter: ImportFilter): Promise<Expression<SqlBool>[]> => {
  const { batch_no, agent_id, product_key, imported_user, import_tag, states, import_from, import_to } = filter
  const path = agent_id === undefined ? null : await findAgentPath(db, scope, agent_id)
  return [
    batch_no ? sql<SqlBool>`device_imports.batch_no = ${batch_no.toUpperCase()}` : null,
    agent_id === undefined ? null : path === null ? sql<SqlBool>`false` : pathRange('device_imports.agent_path', path),
    product_key === undefined
      ? null
      : sql<SqlBool>`(device_imports.product_key = ${product_key} or ${product_key} = any(device_imports.product_keys))`,
    imported_user ? sql<SqlBool>`device_imports.imported_user = ${imported_user}` : null,
    import_tag ? sql<SqlBool>`lower(device_imports.import_tag) like ${`${literal(import_tag.toLowerCase())}%`}` : null,
    states === undefined || states.length === 0 ? null : sql<SqlBool>`device_imports.state = any(${states}::text[])`,
    import_from === undefined ? null : sql<SqlBool>`device_imports.created_at >= ${new Date(import_from)}`,
    import_to === undefined ? null : sql<SqlBool>`device_imports.created_at < ${new Date(import_to)}`,
  ].filter((condition) => condition !== null)
}

/** A line, with its unit where that is in scope. */
export type ImportLineRow = {
  import_id: number
  row: number
  mac: string
  product: string
  product_key: string | null
  product_name: string
  product_english_name: string
  iccid: string
  hardware_version: string
  device_name: string
  serial: string
  own_secret: boolean
  verdict: ImportVerdict
  problems: ImportProblem[]
  result: ImportResult | null
  agent_id: number | null
  agent_name: string | null
  online_status: OnlineState | null
  first_online_at: Date | null
  identify_status: RecognitionState | null
  import_count: number | null
}

/** A part of the lines of a batch, or of all that the viewer sees, the newest batch first, in their order. */
export const listImportRows = <Part extends ListPart>(
  db: Db,
  viewer: ImportViewer,
  filter: ImportRowQuery,
  part: Part,
): Promise<ListPage<ImportLineRow, Part>> => {
  const batches = sql`select import_id from device_imports where ${visibleImports(viewer)}`
  const conditions = sql.join(
    [
      filter.import_id === undefined ? sql`r.import_id in (${batches})` : sql`r.import_id = ${filter.import_id}`,
      ...lineConditions(filter),
    ],
    sql` and `,
  )
  return readPage(
    {
      count: async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from device_import_rows r where ${conditions}`.execute(db)
        return rows[0]?.n ?? 0
      },
      read: async (of) => {
        const { offset, limit, after } = 'after' in of ? { ...of, offset: 0 } : { ...of, after: null }
        const { rows } = await sql<ImportLineRow>`
          select r.import_id, r.row, coalesce(r.mac, r.mac_text) as mac, r.product_text as product, r.product_key,
            coalesce(products.name, '') as product_name, coalesce(products.english_name, '') as product_english_name,
            r.iccid, r.hardware_version, r.device_name, r.serial, r.own_secret, r.verdict, r.problems, r.result,
            devices.agent_id, distributors.agent_name,
            case when device_status.online then 'online' when device_status.first_online_at is not null then 'offline'
              when devices.device_id is not null then 'never' end as online_status,
            device_status.first_online_at, devices.identify_status, devices.import_count
          from (select * from device_import_rows r where ${conditions} and r.row > ${Number(after ?? 0)}
              order by r.import_id desc, r.row offset ${offset} limit ${limit}) r
            left join products on products.product_key = r.product_key
            left join devices on devices.mac = r.mac and ${withinScope(viewer.scope, 'devices')}
            left join device_status on device_status.device_id = devices.device_id
            left join distributors on distributors.agent_id = devices.agent_id
          order by r.import_id desc, r.row`.execute(db)
        return rows
      },
    },
    part,
  )
}

const lineConditions = ({ tab, macs, verdict, problem, result }: ImportRowQuery): Expression<SqlBool>[] =>
  [
    // Before the end a line has no result, but its verdict.
    tab === 'all'
      ? null
      : tab === 'failed'
        ? sql<SqlBool>`coalesce(r.result, case when r.verdict = 'error' then 'failed' end) = 'failed'`
        : sql<SqlBool>`coalesce(r.result, case when r.verdict in ('new', 'in_stock', 'shipped') then 'imported' end)
            in ('imported', 'repeated')`,
    macs === undefined || macs.length === 0 ? null : sql<SqlBool>`r.mac = any(${macs}::text[])`,
    verdict === undefined ? null : sql<SqlBool>`r.verdict = ${verdict}`,
    problem === undefined ? null : sql<SqlBool>`${problem} = any(r.problems)`,
    result === undefined ? null : sql<SqlBool>`r.result = ${result}`,
  ].filter((condition) => condition !== null)
