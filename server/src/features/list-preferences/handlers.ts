import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ListView, listChoices } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { isViolation } from '../../platform/violations.ts'
import {
  deleteLayout,
  deleteView,
  findView,
  listLayoutsOf,
  listViewsOf,
  renameView,
  saveLayout,
  saveView,
} from './store.ts'

/** The own columns and saved views of lists. */
export const listChoiceHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) => {
  const readView = async (uid: number, id: number): Promise<ListView> => {
    const view = await findView(db, uid, id)
    if (view === undefined) throw new Refusal('not_found')
    return view
  }
  return {
    ownLists: async (_, { caller: { uid } }) => ({
      layouts: await listLayoutsOf(db, uid),
      views: await listViewsOf(db, uid),
    }),

    layOutList: async ({ params: { list }, body: { layout } }, { caller: { uid }, note }) => {
      note({ object: `account ${uid}`, detail: { list, after: { layout } } })
      await (layout === null ? deleteLayout(db, uid, list) : saveLayout(db, uid, list, layout))
      return null
    },

    saveView: async ({ params: { list }, body }, { caller: { uid }, note }) => {
      note({ object: `account ${uid}`, detail: { list, after: body } })
      const view = await saveView(db, uid, { list, ...body }, LIMITS.list_views_max)
      if (view === null) throw new Refusal('views_full', { details: { max: LIMITS.list_views_max } })
      return view
    },

    renameView: async ({ params: { id }, body: { view_name } }, { caller: { uid }, note }) => {
      const before = await readView(uid, id)
      const { list } = before
      note({
        object: `account ${uid}`,
        detail: { list, before: { view_name: before.view_name }, after: { view_name } },
      })
      await renameView(db, uid, id, view_name).catch((error: unknown) => {
        if (isViolation(error, 'unique')) throw new Refusal('view_name_taken', { field: 'view_name' })
        throw error
      })
      return { ...before, view_name }
    },

    deleteView: async ({ params: { id } }, { caller: { uid }, note }) => {
      const { list, view_name } = await readView(uid, id)
      note({ object: `account ${uid}`, detail: { list, before: { view_name } } })
      await deleteView(db, uid, id)
      return null
    },
  } satisfies Pick<Handlers, keyof typeof listChoices>
}
