import type { ListLayout, ListName, ListView } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type ViewDraft = Omit<ListView, 'view_id'>

const VIEW_COLUMNS = ['view_id', 'list', 'view_name', 'query', 'layout'] as const

/** List layouts of an account. */
export const listLayoutsOf = (db: Db, uid: number) =>
  db.selectFrom('list_layouts').select(['list', 'layout']).where('uid', '=', uid).orderBy('list').execute()

/** Saved views of an account by list and name. */
export const listViewsOf = (db: Db, uid: number): Promise<ListView[]> =>
  db.selectFrom('list_views').select(VIEW_COLUMNS).where('uid', '=', uid).orderBy('list').orderBy('view_name').execute()

/** Stores the layout of a list. */
export const saveLayout = async (db: Db, uid: number, list: ListName, layout: ListLayout): Promise<void> => {
  const written = JSON.stringify(layout)
  await db
    .insertInto('list_layouts')
    .values({ uid, list, layout: written })
    .onConflict((conflict) => conflict.columns(['uid', 'list']).doUpdateSet({ layout: written }))
    .execute()
}

/** Deletes the layout of a list. */
export const deleteLayout = async (db: Db, uid: number, list: ListName): Promise<void> => {
  await db.deleteFrom('list_layouts').where('uid', '=', uid).where('list', '=', list).execute()
}

/** Stores a view, replaces one of the same name; null when the account has `most` others of that list. */
export const saveView = (db: Db, uid: number, draft: ViewDraft, most: number): Promise<ListView | null> =>
  db.transaction().execute(async (trx) => {
    // Serialised per account, so that concurrent requests cannot exceed the limit.
    await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
    const others = await trx
      .selectFrom('list_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', uid)
      .where('list', '=', draft.list)
      .where('view_name', '<>', draft.view_name)
      .executeTakeFirstOrThrow()
    if (Number(others.count) >= most) return null
    const layout = draft.layout === null ? null : JSON.stringify(draft.layout)
    return trx
      .insertInto('list_views')
      .values({ ...draft, uid, layout })
      .onConflict((conflict) =>
        conflict.columns(['uid', 'list', 'view_name']).doUpdateSet({ query: draft.query, layout }),
      )
      .returning(VIEW_COLUMNS)
      .executeTakeFirstOrThrow()
  })

/** A view of the account, or undefined. */
export const findView = (db: Db, uid: number, view_id: number): Promise<ListView | undefined> =>
  db
    .selectFrom('list_views')
    .select(VIEW_COLUMNS)
    .where('uid', '=', uid)
    .where('view_id', '=', view_id)
    .executeTakeFirst()

/** Renames a view of the account; a taken name is a unique violation. */
export const renameView = async (db: Db, uid: number, view_id: number, view_name: string): Promise<void> => {
  await db.updateTable('list_views').set({ view_name }).where('uid', '=', uid).where('view_id', '=', view_id).execute()
}

/** Deletes a view of the account. */
export const deleteView = async (db: Db, uid: number, view_id: number): Promise<void> => {
  await db.deleteFrom('list_views').where('uid', '=', uid).where('view_id', '=', view_id).execute()
}
