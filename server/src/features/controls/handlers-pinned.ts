import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { findPinned, savePinned } from './store-pinned.ts'

/** Settings that a person has on top of the control tab. */
export const pinnedHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    pinnedPoints: async ({ query: { product_key } }, { caller }) => ({
      points: await findPinned(db, caller.uid, product_key),
    }),

    savePinnedPoints: async ({ query: { product_key }, body: { points } }, { caller, note }) => {
      const before = await findPinned(db, caller.uid, product_key)
      note({ object: `product ${product_key}`, detail: changedFields({ points: before }, { points }) })
      if (!(await savePinned(db, caller.uid, product_key, points))) throw new Refusal('product_unknown')
      return { points }
    },
  }) satisfies Pick<Handlers, 'pinnedPoints' | 'savePinnedPoints'>
