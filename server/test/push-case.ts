import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { packLatestBlocks } from '../src/ingest/latest-blocks.ts'
import { seedSmallFleet, useDatabase } from './database.ts'
import { createMovedClock } from './moved-clock.ts'
import type { PushConsole } from './push-console.ts'
import { openPushStage, type TestStatus } from './push-stage.ts'
import { blockOf } from './report-bytes.ts'
import { signIn } from './sign-in.ts'
import type { SmallAccount, SmallDevice, SmallFleet } from './small-fleet.ts'

/** When every test of the socket begins, unix ms. */
export const PUSH_NOW = Date.UTC(2026, 10, 20, 8)
/** Database round trips a check may take before a test stops waiting for it. */
const ATTEMPTS_MAX = 2_000

/**
 * Call once at the top of a test file: the small fleet on a real database, all of it online with a heating set-point of
 * 45 °C, and for each test a fresh clock and a fresh socket server.
 */
export const usePushCase = () => {
  const database = useDatabase()
  let fleet: SmallFleet
  let clock = createMovedClock(PUSH_NOW)
  let stage: Awaited<ReturnType<typeof openPushStage>>

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    const latest_blocks = packLatestBlocks([{ block: blockOf({ 204: 90 }), at_s: PUSH_NOW / 1000 }])
    await database.db.updateTable('device_status').set({ online: true, latest_blocks }).execute()
  })
  beforeEach(async () => {
    clock = createMovedClock(PUSH_NOW)
    stage = await openPushStage(database, clock)
  })
  afterEach(() => stage.close())

  const device = (at: number): SmallDevice => {
    const found = fleet.devices[at]
    if (found === undefined) throw new Error(`The small fleet has no device ${at}.`)
    return found
  }
  const signedIn = async (account: SmallAccount): Promise<PushConsole> => {
    const console = await stage.open()
    const ack = await console.authenticate(await signIn({ database, clock }, fleet.accounts[account]))
    if (ack.cmd !== 'AuthenticateAck' || ack.code !== 200) throw new Error(`${account} was not let in.`)
    return console
  }
  return {
    database,
    signedIn,
    get fleet() {
      return fleet
    },
    get clock() {
      return clock
    },
    get stage() {
      return stage
    },
    /** Of county A11, below city A1 and province A. */
    get own() {
      return device(2)
    },
    /** Of city A2, a sibling. */
    get foreign() {
      return device(4)
    },
    /** A console that watches, and how that was answered. */
    watching: async (account: SmallAccount, macs: string[]) => {
      const console = await signedIn(account)
      return { console, ack: await console.answerTo(console.send({ cmd: 'WatchDevices', macs })) }
    },
    /** What the gateway tells after a report. */
    report: ({ device_id, mac, agent_path }: SmallDevice, at: number, attrs: Record<string, number> = { t_out: 35 }) =>
      ({
        kind: 'status',
        device_id,
        mac,
        agent_path,
        product_key: fleet.product_key,
        at,
        online_status: 'online',
        bus_status: 'ok',
        rssi_dbm: -70,
        alarm_keys: [],
        alarm_severity: null,
        attrs,
        installer_keys: [],
      }) satisfies TestStatus,
    /** Lets so many checks of the rights come round: the clock rings, the database answers, the clock is set again. */
    recheck: async (rounds = 1) => {
      for (let round = 0; round < rounds; round++) {
        clock.move(LIMITS.push_recheck_ms)
        const before = clock.armed()
        for (let attempt = 0; attempt < ATTEMPTS_MAX && clock.armed() === before; attempt++)
          await database.pool.query('select 1')
      }
    },
  }
}
