import { Refusal } from '@heatfleet/contract/errors.ts'
import { CampaignDraft } from '@heatfleet/contract/firmware/campaign.ts'
import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import { beforeAll, beforeEach } from 'vitest'
import { upgradeHandlers } from '../src/features/firmware/handlers-upgrades.ts'
import { insertFirmware, updateFirmware } from '../src/features/firmware/store.ts'
import { createUpgradeStep } from '../src/features/firmware/upgrade-step.ts'
import { createLayouts } from '../src/features/products/public.ts'
import { runTurn } from '../src/features/rollouts/turn.ts'
import { draftOf, imageOf, sha256Of } from './firmware-case.ts'
import { useRollouts } from './rollouts-case.ts'

/** Call once at the top of a test file: campaigns over the small fleet, with turns and the gateway played by the test. */
export const useCampaigns = () => {
  const fixture = useRollouts()
  const { database, clock, published, approve, act, info, callOf, macOf, page } = fixture
  const bus = {
    publish: (message: (typeof published)[number]) => void published.push(message),
    subscribe: () => () => {},
  }
  const handlers = () => upgradeHandlers({ database, clock, bus })
  const refusalOf = (refused: Promise<unknown>): Promise<string> =>
    refused.then(
      () => 'ok',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    )
  let firmware_id = 0

  beforeAll(async () => {
    const image = imageOf(300)
    const file = { file_name: 'image.bin', size: 300, sha256: sha256Of(image), crc32: '0', signature: Buffer.alloc(64) }
    const draft = {
      ...draftOf(fixture.fleet.product_key),
      min_software_version: '',
      auto_upgrade: false,
      enabled: true,
      notes: { en: '', zh: '', pl: '' },
    }
    const by = { uid: fixture.fleet.accounts.admin, uploader: 'admin', uploaded_at: new Date() }
    firmware_id = await insertFirmware(database.db, draft, file, by)
  })
  beforeEach(async () => {
    await database.db.deleteFrom('upgrades').execute()
    await updateFirmware(database.db, { firmware_id, enabled: true, auto_upgrade: false })
    await database.db.updateTable('device_status').set({ bus_status: 'ok' }).execute()
    await database.db.updateTable('devices').set({ module_type: 'DTU-4G-B', module_version: '1.4.2' }).execute()
  })

  const turn = (rollout_id: number) => {
    const firmware = createUpgradeStep({ database, clock, bus, layouts: createLayouts({ database }) })
    return runTurn(
      { database, clock, steps: { settings: firmware, firmware } },
      rollout_id,
      new AbortController().signal,
    )
  }
  const upgrades = () => database.db.selectFrom('upgrades').selectAll().orderBy('upgrade_id').execute()
  /** The gateway's part: ends the open upgrades. */
  const end = (state: UpgradeState, reason: string | null = null) =>
    database.db
      .updateTable('upgrades')
      .set({ state, reason, finished_at: new Date(clock.now()) })
      .where('finished_at', 'is', null)
      .execute()
  const states = async (id: number) =>
    (await fixture.units(id)).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`))
  const single = async (mac: string) =>
    handlers().deviceUpgrade({ params: undefined, query: undefined, body: { mac, firmware_id } }, await callOf('admin'))
  const history = async (mac: string) =>
    handlers().deviceUpgrades({ params: undefined, query: { mac, ...page }, body: undefined }, await callOf('admin'))
  const campaign = async (change: object = {}): Promise<number> => {
    const body = CampaignDraft.parse({
      firmware_id,
      name: 'To 1.5.0',
      target: { by: 'filter', filter: {} },
      waves: [
        { size: 2, unit: 'devices' },
        { size: 100, unit: 'percent' },
      ],
      stop_failed_percent: 50,
      stop_failed_min: 2,
      wave_finished_percent: 100,
      cold_limit_c: null,
      spare_heating: false,
      retries: 0,
      ...change,
    })
    const input = { params: undefined, query: undefined, body }
    const { rollout_id } = await handlers().upgradeCampaign(input, await callOf('admin'))
    await approve('admin', rollout_id)
    await act('admin', rollout_id, 'start')
    return rollout_id
  }

  return {
    ...fixture,
    database,
    clock,
    published,
    info,
    callOf,
    macOf,
    page,
    act,
    handlers,
    rolloutList: async (account: 'admin') =>
      fixture.handlers.rolloutList({ params: undefined, query: page, body: {} }, await callOf(account)),
    refusalOf,
    turn,
    upgrades,
    end,
    states,
    single,
    history,
    campaign,
    get fleet() {
      return fixture.fleet
    },
    get firmware_id() {
      return firmware_id
    },
  }
}
