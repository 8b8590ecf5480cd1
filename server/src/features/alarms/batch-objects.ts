import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { scopesOf } from './handlers.ts'
import { listAlarmNames, listAlarms } from './store-list.ts'

type Named = { device_name: string; code: string | null; type: string }
const nameOf = ({ device_name, code, type }: Named): string => `${device_name}: ${code ?? type}`

/** The alarms a bulk action applies to. */
export const alarmObjects = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    listNames: async (caller, ids) =>
      new Map((await listAlarmNames(db, caller.scope, ids)).map((row) => [row.alarm_id, nameOf(row)])),
    listMatching: async (caller, filter, limit) => {
      const query = { filter, uid: caller.uid, now: new Date(clock.now()), count_max: limit }
      const { rows } = await listAlarms(db, scopesOf(caller), query, { offset: 0, limit })
      return rows.map((row) => ({ id: row.alarm_id, name: nameOf(row) }))
    },
  }) satisfies BatchObjects<'alarm'>
