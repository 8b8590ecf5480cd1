import type { CannedAnswerDraft, CannedAnswerFilter } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { agentsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Of the own organisation and those above it; a token that is narrowed to a distributor is offered what its people are. */
const offeredTo = ({ agent_path }: Caller): Expression<SqlBool> =>
  sql<SqlBool>`starts_with(${agent_path}, coalesce(distributors.agent_path, '/'))`

/** Those offered to the caller, and those of organisations below. */
const visibleTo = (caller: Caller): Expression<SqlBool> =>
  sql<SqlBool>`(${offeredTo(caller)}
    or (canned_answers.agent_id is not null and ${agentsWithin(organisationScope(caller), 'distributors')}))`

const cannedRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('canned_answers')
    .leftJoin('distributors', 'distributors.agent_id', 'canned_answers.agent_id')
    .leftJoin('accounts', 'accounts.uid', 'canned_answers.uid')
    .where(visibleTo(caller))

const columnsFor = (caller: Caller) =>
  [
    'canned_answers.canned_answer_id',
    'canned_answers.language',
    'canned_answers.title',
    'canned_answers.text',
    'canned_answers.agent_id',
    'canned_answers.updated_at',
    'distributors.agent_name',
    'distributors.agent_path as owner_path',
    sql<string>`coalesce(accounts.user_name, '')`.as('updated_by'),
    sql<boolean>`${offeredTo(caller)}`.as('offered'),
  ] as const

const SORTED_BY = {
  title: sql`lower(canned_answers.title)`,
  updated_at: sql`canned_answers.updated_at`,
} as const satisfies Record<CannedAnswerFilter['sort_by'], unknown>

/** A part of those visible to the caller that match. */
export const listCannedAnswers = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { search = '', language, offered, sort_by, sort_order }: CannedAnswerFilter,
  part: Part,
) => {
  const conditions = [
    search === ''
      ? null
      : sql<SqlBool>`(position(lower(${search}) in lower(canned_answers.title)) > 0
          or position(lower(${search}) in lower(canned_answers.text)) > 0)`,
    language === undefined ? null : sql<SqlBool>`canned_answers.language = ${language}`,
    offered === undefined ? null : sql<SqlBool>`${offeredTo(caller)} = ${offered}`,
  ].filter((condition) => condition !== null)
  const matching = cannedRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(columnsFor(caller)),
      order: (rows) => rows.orderBy(SORTED_BY[sort_by], sort_order).orderBy('canned_answers.canned_answer_id'),
      key: 'canned_answers.canned_answer_id',
    },
    part,
  )
}

/** A visible one, or undefined. */
export const findCannedAnswer = (db: Db, caller: Caller, id: number) =>
  cannedRows(db, caller).select(columnsFor(caller)).where('canned_answers.canned_answer_id', '=', id).executeTakeFirst()
export type CannedRow = NonNullable<Awaited<ReturnType<typeof findCannedAnswer>>>

/** Keeps one in the caller's organisation; null when this has `max` already. A taken title violates uniqueness. */
export const insertCannedAnswer = (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  draft: CannedAnswerDraft,
  { at, max }: { at: Date; max: number },
): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    // One at a time in an organisation, so that concurrent requests cannot exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtext('canned_answers'), ${agent_id ?? 0}::int)`.execute(tx)
    const { n } = await tx
      .selectFrom('canned_answers')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { canned_answer_id } = await tx
      .insertInto('canned_answers')
      .values({ ...draft, agent_id, uid, updated_at: at })
      .returning('canned_answer_id')
      .executeTakeFirstOrThrow()
    return canned_answer_id
  })

/** The wire has milliseconds, the column microseconds. */
const isAsRead = (read_at: Date) =>
  sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`

/** Changes one that was read at `read_at`; false when it was changed since. */
export const updateCannedAnswer = async (
  db: Db,
  { id, read_at, at, uid }: { id: number; read_at: Date; at: Date; uid: number },
  draft: CannedAnswerDraft,
): Promise<boolean> => {
  const done = await db
    .updateTable('canned_answers')
    .set({ ...draft, uid, updated_at: at })
    .where('canned_answer_id', '=', id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Removes one that was read at `read_at`; false when it was changed since. */
export const deleteCannedAnswer = async (db: Db, id: number, read_at: Date): Promise<boolean> => {
  const done = await db
    .deleteFrom('canned_answers')
    .where('canned_answer_id', '=', id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
