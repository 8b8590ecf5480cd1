import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Handlers } from '../../handler.ts'
import type { World } from '../../world.ts'
import type { Layouts } from '../products/public.ts'
import { hotSource } from './hot-source.ts'
import { readHistory } from './read.ts'
import { findAttrSavings, replaceAttrSavings } from './store.ts'

type Deps = Pick<World, 'database'> & { layouts: Layouts }

/** Curves over time, and the saved selections of their points. */
export const historyHandlers = (deps: Deps) => {
  const { db } = deps.database
  const sources = [hotSource(deps)]
  return {
    historyData: ({ body }, { caller }) => readHistory({ ...deps, sources }, caller.scope, body),

    attrSavings: async ({ params: { id } }, { caller }) => {
      const savings = await findAttrSavings(db, caller.uid, id)
      if (savings === undefined) throw new Refusal('product_unknown', { field: 'id' })
      return savings
    },

    saveAttrSavings: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: id, detail: { names: body.map(({ name }) => name) } })
      if (!(await replaceAttrSavings(db, { uid: caller.uid, product_key: id, savings: body })))
        throw new Refusal('product_unknown', { field: 'id' })
      return body
    },
  } satisfies Pick<Handlers, 'historyData' | 'attrSavings' | 'saveAttrSavings'>
}
