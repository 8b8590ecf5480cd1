import type { alarmTypes } from '@heatfleet/contract/alarms/type-settings.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readTypeSettings, saveDetector, saveTimes, saveTypeValues, type TypeChange } from './store-types.ts'

/** What the manufacturer sets of built-in types of alarms. */
export const alarmTypeHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const changeBy = (uid: number): TypeChange => ({ uid, at: new Date(clock.now()) })
  return {
    alarmTypeSettings: () => readTypeSettings(db),

    alarmDetectorSet: async ({ params: { type }, body }, { caller, note }) => {
      note({ object: `alarm-type ${type}` })
      const before = (await readTypeSettings(db)).types.find((one) => one.type === type)
      await saveDetector(db, type, body, changeBy(caller.uid))
      note({ detail: { before: { enabled: before?.enabled, severity: before?.severity }, after: body } })
      return readTypeSettings(db)
    },

    alarmTypeProcessSet: async ({ params: { type }, body }, { caller, note }) => {
      note({ object: `alarm-type ${type}` })
      const before = (await readTypeSettings(db)).types.find((one) => one.type === type)
      await saveTypeValues(db, type, body, changeBy(caller.uid))
      note({ detail: { before: { process_minutes: before?.process_minutes }, after: body } })
      return readTypeSettings(db)
    },

    alarmOfflineSet: async ({ body }, { caller, note }) => {
      note({ object: 'alarm-type offline' })
      const { offline: before } = await readTypeSettings(db)
      await saveTypeValues(db, 'offline', body, changeBy(caller.uid))
      note({ detail: { before, after: body } })
      return readTypeSettings(db)
    },

    alarmTimesSet: async ({ body }, { note }) => {
      note({ object: 'alarm-times' })
      const { times: before } = await readTypeSettings(db)
      await saveTimes(db, body)
      note({ detail: { before, after: body } })
      return readTypeSettings(db)
    },
  } satisfies Pick<Handlers, keyof typeof alarmTypes>
}
