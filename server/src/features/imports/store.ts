import { IMPORT_MOVES, type ImportState } from '@heatfleet/contract/imports/imports.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type JobOwner, ownedBy } from '../../platform/job-owner.ts'
import { addJob } from '../../platform/jobs.ts'
import { agentsWithin, pathRange, type Scope } from '../../platform/scope.ts'
import { importsWithin } from '../../platform/scope-imports.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const IMPORT_TASK = 'device-import'

/** Who sees batches: what is in scope, and drafts of the own account alone. */
export type ImportViewer = { scope: Scope; owner: JobOwner }

/** The predicate over rows of `device_imports`. */
export const visibleImports = ({ scope, owner }: ImportViewer): Expression<SqlBool> =>
  sql<SqlBool>`(case when device_imports.state = 'draft' then ${ownedBy(owner)} else ${importsWithin(scope, 'device_imports')} end)`

/** Where units go: a distributor that the scope sees; `quota` = how many more it may have, null = not limited. */
export const findTarget = async (db: Db, scope: Scope, agent_id: number) =>
  (await db
    .selectFrom('distributors')
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .select(['agent_id', 'agent_path', 'agent_name'])
    .executeTakeFirst()) ?? null
export type Target = { agent_id: number | null; agent_path: string; agent_name: string | null }

/** Remaining quota of a distributor, locked against changes; null = not limited. */
export const findRoom = async (trx: Db, agent_id: number): Promise<number | null> => {
  const found = await trx
    .selectFrom('distributors')
    .where('agent_id', '=', agent_id)
    .select(['agent_path', 'device_quota'])
    .forShare()
    .executeTakeFirst()
  if (found === undefined || found.device_quota === null) return null
  const { n } = await trx
    .selectFrom('devices')
    .where(pathRange('devices.agent_path', found.agent_path))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return Math.max(0, found.device_quota - n)
}

/** Products that a line may name: published or not, neither disabled nor the copy of a draft. */
export const listProductNames = (db: Db) =>
  db
    .selectFrom('products')
    .where('trial_of', 'is', null)
    .where('disabled', '=', false)
    .select(['product_key', 'name', 'english_name'])
    .orderBy('product_key')
    .execute()

const OWN = ['import_id', 'batch_no', 'state', 'agent_id', 'agent_path', 'uid', 'api_token_id', 'counts'] as const

/** A batch that the caller sees, locked until the transaction ends; null = none. */
export const lockImport = async (trx: Db, viewer: ImportViewer, import_id: number) =>
  (await trx
    .selectFrom('device_imports')
    .where('import_id', '=', import_id)
    .where(visibleImports(viewer))
    .select([...OWN, 'secrets_at', 'secrets_by', 'import_tag', 'product_key', 'hardware_version', 'remark'])
    .forUpdate()
    .executeTakeFirst()) ?? null
export type LockedImport = NonNullable<Awaited<ReturnType<typeof lockImport>>>

/** Batches of an account that wait or run. */
export const countOpenImports = async (trx: Db, uid: number): Promise<number> => {
  // One after the other for one account, so that two at once do not pass the limit together.
  await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
  const { n } = await trx
    .selectFrom('device_imports')
    .where('uid', '=', uid)
    .where('state', 'in', ['queued', 'running'])
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Queues a batch. All imports run one after the other. */
export const queueImport = async (trx: Db, import_id: number, now: Date): Promise<void> => {
  await trx
    .updateTable('device_imports')
    .set({ state: 'queued', reason: null, progress: 0, changed_at: now })
    .where('import_id', '=', import_id)
    .execute()
  await addJob(trx, {
    task: IMPORT_TASK,
    payload: { import_id },
    queue: IMPORT_TASK,
    key: `${IMPORT_TASK}-${import_id}`,
  })
}

/** After a start: whatever was under way when the process before ended is queued again; none of it was written. */
export const requeueImports = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('device_imports')
      .where('state', 'in', ['queued', 'running'])
      .select('import_id')
      .orderBy('import_id')
      .forUpdate()
      .execute()
    for (const { import_id } of rows) await queueImport(trx, import_id, now)
    return rows.length
  })

/** Deletes a draft, or a batch that failed as a whole. */
export const deleteImport = async (trx: Db, import_id: number): Promise<void> => {
  await trx.deleteFrom('device_imports').where('import_id', '=', import_id).execute()
}

/** Drafts that nobody went on with. System work. */
export const deleteOldDrafts = async (db: Db, changed_before: Date): Promise<void> => {
  await db
    .deleteFrom('device_imports')
    .where('state', 'in', IMPORT_MOVES.discard)
    .where('changed_at', '<', changed_before)
    .execute()
}

/** Changes the tag of a batch and of the units that it brought in and the scope sees. */
export const updateTag = async (
  trx: Db,
  { import_id, import_tag }: { import_id: number; import_tag: string },
  within: Expression<SqlBool>,
): Promise<void> => {
  await trx.updateTable('device_imports').set({ import_tag }).where('import_id', '=', import_id).execute()
  await sql`
    update devices set import_tag = ${import_tag}
    from device_import_rows r
    where r.import_id = ${import_id} and r.result = 'imported' and r.device_id = devices.device_id
      and devices.import_tag <> ${import_tag} and ${within}`.execute(trx)
}

/** True where a move may start from the state. */
export const mayMove = (move: keyof typeof IMPORT_MOVES, state: ImportState): boolean =>
  IMPORT_MOVES[move].some((from) => from === state)
