import { RolloutDraft, type RunAction } from '@heatfleet/contract/rollouts/rollout.ts'
import type { ControlState } from '@heatfleet/contract/transitions.ts'
import { beforeAll, beforeEach } from 'vitest'
import { type AuditLine, insertAuditLine } from '../src/features/audit/public.ts'
import { createMisfitList } from '../src/features/firmware/misfits.ts'
import { createLayouts } from '../src/features/products/public.ts'
import { rolloutHandlers } from '../src/features/rollouts/handlers.ts'
import { rolloutPreviewHandlers } from '../src/features/rollouts/handlers-preview.ts'
import { createSettingsStep } from '../src/features/rollouts/settings-step.ts'
import { runTurn } from '../src/features/rollouts/turn.ts'
import { packLatestBlocks } from '../src/ingest/latest-blocks.ts'
import type { ToGateway } from '../src/platform/bus.ts'
import { seedSmallFleet, useDatabase } from './database.ts'
import { createMovedClock } from './moved-clock.ts'
import { blockOf } from './report-bytes.ts'
import { signIn } from './sign-in.ts'
import type { SmallAccount, SmallFleet } from './small-fleet.ts'

type Handlers = ReturnType<typeof rolloutHandlers> & ReturnType<typeof rolloutPreviewHandlers>

/** When everything begins. */
export const NOW = Date.UTC(2026, 10, 20, 8)
/** The heating set-point of the built-in product at 45.0 and 47.0 degrees: register 204, half degrees. */
export const HEAT_45 = { 204: 90 }
export const HEAT_47 = { 204: 94 }

/**
 * Call once at the top of a test file: rollouts over the small fleet, all of it on line at 45 degrees, with turns and the
 * gateway played by the test.
 */
export const useRollouts = () => {
  const database = useDatabase()
  const clock = createMovedClock(NOW)
  const published: ToGateway[] = []
  const bus = { publish: (message: ToGateway) => void published.push(message), subscribe: () => () => {} }
  const writeAudit = (line: AuditLine) => insertAuditLine(database.db, line)
  let fleet: SmallFleet
  let handlers: Handlers

  const callOf = async (account: SmallAccount) => {
    const { caller } = await signIn({ database, clock }, fleet.accounts[account])
    const from = { address: '10.0.0.7', user_agent: 'test', request_id: 'r-1' }
    return { caller, ...from, note: () => {}, signal: new AbortController().signal }
  }
  const page = { pageNo: 1, size: 999 }
  const propose = async (account: SmallAccount, changes: object = {}) =>
    handlers.rolloutCreate(
      {
        params: undefined,
        query: undefined,
        body: RolloutDraft.parse({
          name: 'Winter',
          product_key: fleet.product_key,
          target: { by: 'filter', filter: {} },
          points: [{ key: 'sp_heat', value: 47 }],
          stop_failed_min: 2,
          stop_failed_percent: 50,
          ...changes,
        }),
      },
      await callOf(account),
    )
  const byId = (id: number) => ({ params: { id }, query: undefined, body: undefined })
  const approve = async (account: SmallAccount, id: number) => handlers.rolloutApprove(byId(id), await callOf(account))
  const act = async (account: SmallAccount, id: number, action: RunAction) =>
    handlers.rolloutRun({ params: { id }, query: undefined, body: { action } }, await callOf(account))
  const rollBack = async (account: SmallAccount, id: number, macs?: string[]) =>
    handlers.rolloutRollback(
      { params: { id }, query: undefined, body: macs === undefined ? {} : { macs } },
      await callOf(account),
    )
  const info = async (id: number) => handlers.rolloutInfo(byId(id), await callOf('admin'))
  const units = async (id: number, account: SmallAccount = 'admin') =>
    (await handlers.rolloutDevices({ params: { id }, query: page, body: {} }, await callOf(account))).list
  const statesOf = async (id: number) => (await units(id)).map(({ state }) => state).join(' ')
  const started = async (changes: object = {}): Promise<number> => {
    const { rollout_id } = await propose('admin', changes)
    await approve('admin', rollout_id)
    await act('admin', rollout_id, 'start')
    return rollout_id
  }

  const stepOf = () => createSettingsStep({ database, clock, bus, layouts: createLayouts({ database }), writeAudit })
  /** A turn as a fresh process does it: nothing is kept from the one before. */
  const turn = (rollout_id: number, signal = new AbortController().signal) => {
    return runTurn({ database, clock, steps: { settings: stepOf(), firmware: stepOf() } }, rollout_id, signal)
  }
  const setUnits = async (
    indexes: readonly number[],
    { online, words }: { online: boolean; words: Record<number, number> },
  ) => {
    const latest_blocks = packLatestBlocks([{ block: blockOf(words), at_s: NOW / 1000 }])
    for (const index of indexes)
      await database.db
        .updateTable('device_status')
        .set({ online, latest_blocks })
        .where('device_id', '=', fleet.devices[index]?.device_id ?? 0)
        .execute()
  }
  const controls = () => database.db.selectFrom('control_log').selectAll().orderBy('control_id').execute()
  /** The gateway's part: ends the open commands. */
  const answer = async (state: ControlState, facts: { reason?: string; read_back?: number } = {}, only?: number) => {
    let open = database.db
      .updateTable('control_log')
      .set({
        state,
        reason: facts.reason ?? null,
        read_back: facts.read_back ?? null,
        finish_time: new Date(clock.now()),
      })
      .where('state', 'in', ['queued', 'sent', 'acked'])
    if (only !== undefined) open = open.where('device_id', '=', fleet.devices[only]?.device_id ?? 0)
    await open.execute()
  }
  const macOf = (index: number): string => fleet.devices[index]?.mac ?? ''

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    const layouts = createLayouts({ database })
    handlers = {
      ...rolloutHandlers({ database, clock, layouts, listMisfits: createMisfitList({ database }) }),
      ...rolloutPreviewHandlers({ database, clock, layouts }),
    }
  })
  beforeEach(async () => {
    published.length = 0
    await database.db.deleteFrom('rollouts').execute()
    await database.db.deleteFrom('control_log').execute()
    await setUnits([0, 1, 2, 3, 4, 5], { online: true, words: HEAT_45 })
  })
  return {
    database,
    clock,
    published,
    page,
    get fleet() {
      return fleet
    },
    get handlers() {
      return handlers
    },
    callOf,
    propose,
    byId,
    approve,
    act,
    rollBack,
    info,
    units,
    statesOf,
    started,
    turn,
    stepOf,
    setUnits,
    controls,
    answer,
    macOf,
  }
}
