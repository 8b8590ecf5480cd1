import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { askedBy } from './filter-rights.ts'
import { listMacs } from './store-change.ts'
import { listDevicesAfter } from './store-list.ts'
import { findGroupOf } from './store-members.ts'

/** Rows read at once: those of a list carry all that it shows. */
const PAGE = 500

/** The devices a bulk action applies to; each is listed under its mac, by which its calls name it. */
export const deviceObjects = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    listNames: (caller, ids) => listMacs(database.db, caller.scope, ids),
    listMatching: async (caller, filter, limit) => {
      const group = await findGroupOf(database.db, caller, filter)
      const query = { ...askedBy(caller), filter, now: new Date(clock.now()), group }
      const objects: { id: number; name: string }[] = []
      for (let after: string | null = null; objects.length < limit; ) {
        const page = Math.min(PAGE, limit - objects.length)
        const rows = await listDevicesAfter(database, caller.scope, query, after, page)
        objects.push(...rows.map(({ device_id, mac }) => ({ id: device_id, name: mac })))
        if (rows.length < page) break
        after = rows.at(-1)?.mac ?? null
      }
      return objects
    },
  }) satisfies BatchObjects<'device'>
