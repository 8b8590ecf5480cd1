import { pino } from 'pino'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { handOnNewest } from '../platform/newest-read.ts'
import { leadVirtualFleet } from './virtual-fleet-lead.ts'

const database = useDatabase()

it('of two consoles one plays the virtual units, and the other when it has ended', async () => {
  const consoleOf = () => {
    const played: number[] = []
    const lead = leadVirtualFleet((units) => played.push(units.length))
    const context = {
      database,
      secret_key: SMALL_FLEET_KEY,
      config: readConfig({}),
      playUnits: handOnNewest(lead.playUnits),
      clock: systemClock,
      log: pino({ level: 'silent' }),
    }
    const stop = lead.start(context, database.connection)
    return { played, stop, playUnits: lead.playUnits }
  }
  const a = consoleOf()
  await eventually(() => a.played).toEqual([0])
  const b = consoleOf()
  b.playUnits([])
  expect(b.played).toEqual([])
  await a.stop()
  await eventually(() => b.played).toEqual([0])
  await b.stop()
})
