import { BATCH_MOVES, type BatchItem } from '@heatfleet/contract/batches/batches.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { type Kysely, sql } from 'kysely'
import { type JobOwner, ownedBy } from '../../platform/job-owner.ts'
import { addJob } from '../../platform/jobs.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'
import type { BatchObject } from './objects.ts'
import type { StoredBatch } from './stored-batch.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const BATCH_TASK = 'batch'

const COLUMNS = [
  'batch_id',
  'uid',
  'input',
  'state',
  'total',
  'done',
  'failed',
  'created_at',
  'started_at',
  'finished_at',
] as const

const queue = (db: Db, { batch_id, uid }: { batch_id: number; uid: number }): Promise<void> =>
  addJob(db, { task: BATCH_TASK, payload: { batch_id }, queue: `batch-${uid}`, key: `batch-${batch_id}` })

type NewBatch = JobOwner & { input: StoredBatch; objects: readonly BatchObject[]; created_at: Date }

/** Records a batch with its objects and queues it; null when the account has `open_max` waiting or running already. */
export const insertBatch = (db: Db, { uid, api_token_id, input, objects, created_at }: NewBatch, open_max: number) =>
  db.transaction().execute(async (trx) => {
    // One after the other for one account, so that two at once do not pass the limit together.
    await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
    const open = await trx
      .selectFrom('batch_jobs')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('uid', '=', uid)
      .where('state', 'in', BATCH_MOVES.cancel)
      .executeTakeFirstOrThrow()
    if (open.n >= open_max) return null
    const row = await trx
      .insertInto('batch_jobs')
      .values({ uid, api_token_id, input: JSON.stringify(input), total: objects.length, created_at })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('batch_items')
      .columns(['batch_id', 'position', 'object_id', 'name'])
      .expression(
        sql`select ${row.batch_id}::int, position, object_id, name
          from unnest(${objects.map(({ id }) => id)}::int[], ${objects.map(({ name }) => name)}::text[])
          with ordinality as listed (object_id, name, position)`,
      )
      .execute()
    await queue(trx, row)
    return row
  })
export type BatchRow = NonNullable<Awaited<ReturnType<typeof insertBatch>>>

/** One page of own batches, the newest first. */
export const listBatches = async (db: Db, maker: JobOwner, { offset, limit }: { offset: number; limit: number }) => {
  const own = db.selectFrom('batch_jobs').where(ownedBy(maker))
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const list = await own.select(COLUMNS).orderBy('batch_id', 'desc').offset(offset).limit(limit).execute()
  return { list, total }
}

/** A batch of the own account; others do not exist. */
export const findBatch = (db: Db, own: JobOwner, batch_id: number) =>
  db.selectFrom('batch_jobs').select(COLUMNS).where(ownedBy(own)).where('batch_id', '=', batch_id).executeTakeFirst()

const WHICH = {
  ok: sql<boolean>`result = 'ok'`,
  failed: sql<boolean>`result <> 'ok'`,
  open: sql<boolean>`result is null`,
} as const
type WhichItems = keyof typeof WHICH

/** A part of the objects of an own batch, in their order; a batch of another account has none. */
export const listItems = <Part extends ListPart>(
  db: Db,
  owner: JobOwner,
  { batch_id, only }: { batch_id: number; only?: WhichItems | undefined },
  part: Part,
) => {
  const own = db.selectFrom('batch_jobs').select('batch_id').where(ownedBy(owner)).where('batch_id', '=', batch_id)
  const items = db.selectFrom('batch_items').where('batch_id', 'in', own)
  const matching = only === undefined ? items : items.where(WHICH[only])
  return listPage(
    {
      matching,
      rows: matching.select(['position', 'object_id', 'name', 'result']),
      order: (rows) => rows.orderBy('position'),
      key: 'position',
    },
    part,
  )
}

/** The objects that were refused, or not reached. */
export const listUndone = (db: Db, batch_id: number): Promise<BatchObject[]> =>
  db
    .selectFrom('batch_items')
    .select(['object_id as id', 'name'])
    .where('batch_id', '=', batch_id)
    .where(sql<boolean>`result is distinct from 'ok'`)
    .orderBy('position')
    .execute()

/** Stops an open batch of one's own; undefined when it is not open (any more). */
export const cancelBatch = (db: Db, own: JobOwner, batch_id: number, at: Date) =>
  db
    .updateTable('batch_jobs')
    .set({ state: 'cancelled', finished_at: at })
    .where(ownedBy(own))
    .where('batch_id', '=', batch_id)
    .where('state', 'in', BATCH_MOVES.cancel)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Begins a batch that waits, or goes on with one whose process ended; undefined when it was cancelled meanwhile. */
export const beginBatch = (db: Db, batch_id: number, at: Date) =>
  db
    .updateTable('batch_jobs')
    .set({ state: 'running', started_at: sql`coalesce(started_at, ${at}::timestamptz)` })
    .where('batch_id', '=', batch_id)
    .where('state', 'in', BATCH_MOVES.cancel)
    .returning(['uid', 'api_token_id', 'input'])
    .executeTakeFirst()

/** The next object whose turn it is, unless the batch was cancelled. */
export const findNextItem = (db: Db, batch_id: number) =>
  db
    .selectFrom('batch_items')
    .innerJoin('batch_jobs', 'batch_jobs.batch_id', 'batch_items.batch_id')
    .select(['position', 'object_id', 'name'])
    .where('batch_items.batch_id', '=', batch_id)
    .where('batch_jobs.state', '=', 'running')
    .where('result', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** Notes what became of one object; counted also where the batch was cancelled while it was done. */
export const saveResult = (
  db: Db,
  item: Pick<BatchItem, 'position'> & { batch_id: number },
  result: 'ok' | ErrorCode,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('batch_items')
      .set({ result })
      .where('batch_id', '=', item.batch_id)
      .where('position', '=', item.position)
      .execute()
    await trx
      .updateTable('batch_jobs')
      .set(result === 'ok' ? { done: sql`done + 1` } : { failed: sql`failed + 1` })
      .where('batch_id', '=', item.batch_id)
      .execute()
  })

/** Ends a run: everything had its turn, or the process stops and the next one goes on. */
export const endBatch = async (
  db: Db,
  batch_id: number,
  end: { state: 'done'; finished_at: Date } | { state: 'queued' },
): Promise<void> => {
  await db.updateTable('batch_jobs').set(end).where('batch_id', '=', batch_id).where('state', '=', 'running').execute()
}

/** After a start: whatever was under way when the process before ended is queued again. */
export const requeueBatches = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('batch_jobs')
      .set({ state: 'queued' })
      .where('state', 'in', BATCH_MOVES.cancel)
      .returning(['batch_id', 'uid'])
      .execute()
    for (const row of rows) await queue(trx, row)
    return rows.length
  })

/** Deletes batches that ended before a moment. */
export const deleteOldBatches = async (db: Db, ended_before: Date): Promise<void> => {
  await db.deleteFrom('batch_jobs').where('finished_at', '<', ended_before).execute()
}
