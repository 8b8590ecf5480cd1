import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import pg from 'pg'
import type { Checks } from './checks.ts'
import {
  control,
  judge,
  type Load,
  REPORTS_AGO_S,
  startLoad,
  stopLoad,
  TAKEN_OVER_MAX_MS,
  untilStored,
} from './machines-load.ts'
import { type Machine, openMachines } from './machines-stage.ts'
import { clientOf } from './stored.ts'

/** How long both versions run beside each other, and how long the new one alone. */
const BESIDE_MS = 10_000
const EACH_MS = 500

/**
 * Two machines of an older version (`--from`, its folder: installed, its console built) are upgraded one after the other while reports, controls
 * and alarms come. The first new one migrates the database; the older one goes on with it, answers people and is refused when it starts anew.
 */
export const rollingUpgrade = async ({ checks, from }: { checks: Checks; from: string | undefined }): Promise<void> => {
  if (from === undefined) throw new Error('--from needs the folder of an older version')
  const stage = await openMachines(from)
  const began_s = Math.floor(Date.now() / 1000)
  const database = new pg.Pool({ ...stage.database, max: 2 })
  const load = await startLoad(stage, began_s - REPORTS_AGO_S)
  const [first, second] = stage.machines
  const taken_over_ms: number[] = []
  try {
    const before = await migrationsIn(database)
    await serveFor(stage.machines, load)
    await first.product().stop()
    taken_over_ms.push(await untilStored(database, load))
    await first.start()
    const after = await migrationsIn(database)
    checks.note(`${before} migrations of the older version, ${after} of this one`)
    checks.expect('the first new machine migrates the database', after > before, `${before}, ${after}`)
    const beside = await serveFor(stage.machines, load)
    checks.expect('both versions answer people beside each other', beside.failed === 0, `${beside.asked} calls`)
    await second.product().stop()
    taken_over_ms.push(await untilStored(database, load))
    const refused = await second.start(from).then(
      () => null,
      (error: unknown) => String(error),
    )
    checks.expect('the older version does not start on the newer database', refused !== null)
    await second.start()
    const alone = await serveFor(stage.machines, load)
    checks.expect('the new version answers people at both machines', alone.failed === 0, `${alone.asked} calls`)
    await judge(stage, load, database, checks, began_s)
    const worst_ms = Math.max(...taken_over_ms)
    checks.expect('reports are stored again within 15 s (R9)', worst_ms <= TAKEN_OVER_MAX_MS, `${worst_ms} ms`)
  } finally {
    await stopLoad(load)
    await database.end()
    await stage.close()
  }
}

const migrationsIn = async (database: pg.Pool): Promise<number> => {
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from schema_migrations')
  return rows[0]?.n ?? 0
}

/** Faults, commands and lists at each machine in turn. */
const serveFor = async (machines: readonly Machine[], load: Load): Promise<{ asked: number; failed: number }> => {
  const until_ms = performance.now() + BESIDE_MS
  let asked = 0
  let failed = 0
  load.faulty.raise()
  while (performance.now() < until_ms) {
    for (const machine of machines) {
      await control(machine, load)
      const call = clientOf(machine.url(), load.user.token)
      const page = { query: { pageNo: 1, size: 5 }, body: {} }
      const answers = await Promise.allSettled([
        call(api.deviceList, page),
        call(api.alarmList, page),
        call(api.controlLog, page),
      ])
      asked += answers.length
      failed += answers.filter(({ status }) => status === 'rejected').length
    }
    await wait(EACH_MS)
  }
  return { asked, failed }
}
