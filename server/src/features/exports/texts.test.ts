import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { textsOf } from '@heatfleet/contract/exports/kind-texts.ts'
import { EXPORT_TEXTS } from '@heatfleet/contract/exports/texts.ts'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addControl } from '../../../test/access/controls.ts'
import { addDelivery } from '../../../test/access/notifications.ts'
import { addReplacement } from '../../../test/access/replacement-seed.ts'
import { useDatabase } from '../../../test/database.ts'
import { fileOf, outcomeOf } from '../../../test/export-steps.ts'
import { imageOf, insertFirmware } from '../../../test/firmware-case.ts'
import { finishDraft } from '../../../test/imports-case.ts'
import { type OrderCase, openOrderCase } from '../../../test/orders-case.ts'

const LANGUAGES = ['en', 'zh', 'pl'] as const
type Language = (typeof LANGUAGES)[number]
type Kind = keyof typeof EXPORT_TEXTS
const CONTRACT = join(import.meta.dirname, '../../../../contract/src')

/** Texts as they stand in the files of one language; shared ones in that of any feature. */
const findIn = (language: Language) => {
  const paths = globSync(`**/messages.${language}.json`, { cwd: CONTRACT })
  const files = paths.map((path) => JSON.parse(readFileSync(join(CONTRACT, path), 'utf8')) as object)
  return (catalogue: string, path: string) => {
    const own = files.filter((_, at) => catalogue === 'shared' || dirname(paths[at] ?? '') === catalogue)
    const found = own.map((file) => path.split('.').reduce<unknown>((group, key) => Object(group)[key], file))
    return path === 'audit_actions' ? Object.assign({}, ...found) : found.find((text) => text !== undefined)
  }
}

const database = useDatabase()
let fleet: OrderCase
let admin: Call
/** Filters of kinds that need one. */
const filters: Partial<Record<Kind, object>> = {}

/** At least one row of every kind. */
beforeAll(async () => {
  fleet = await openOrderCase(database)
  admin = await fleet.by('admin')
  await fleet.file()
  const { accounts, distributors } = fleet.fleet
  const { app_id } = await admin(api.createApplication, { body: { app_name: 'Texts', platforms: ['ios', 'android'] } })
  const notes = { en: 'Quieter.', zh: '', pl: '' }
  const version = { app_id, platform: 'android', version: '1.0', build: 1, staged_percent: 40, notes } as const
  await admin(api.createAppVersion, { body: { ...version, store_url: 'https://example.com/app' } })
  const macs = fleet.fleet.devices.filter(({ at }) => at === 'A').map(({ mac }) => mac)
  const province = await fleet.by('province_a')
  await province(api.shipDevices, { body: { agent_id: distributors.A1.agent_id, macs } })
  await province(api.releaseAsk, {
    body: { kind: 'stock', macs: ['a4c138000006'], reason: 'Was delivered to us.' },
  })
  const { batch_id } = await admin(api.batchCreate, {
    body: { action: 'account-disable', which: { by: 'ids', ids: [accounts.province_b] }, input: {} },
  })
  filters['batch-items'] = { batch_id }
  const product_key = fleet.fleet.product_key
  const { import_id } = await admin(api.importCheck, {
    body: { product_key, rows: [{ mac: macs[0] ?? '' }, { mac: '1' }] },
  })
  await finishDraft(admin, import_id, true)
  filters['import-rows'] = { import_id }
  const [device] = fleet.fleet.devices
  const raised = { type: 'bus_lost', severity: 'major', first_at: new Date(), last_at: new Date() } as const
  await database.db
    .insertInto('alarms')
    .values({ ...raised, device_id: device?.device_id ?? 0 })
    .execute()
  if (device !== undefined) await addReplacement(database, device.device_id, device.mac)
  await admin(api.iccidCreate, { body: { iccid: '89860324421045678901' } })
  const rollout = await admin(api.rolloutCreate, {
    body: { name: 'Texts', product_key, target: { by: 'filter', filter: {} }, points: [{ key: 'sp_dhw', value: 45 }] },
  })
  await admin(api.rolloutApprove, { params: { id: rollout.rollout_id } })
  await admin(api.rolloutRun, { params: { id: rollout.rollout_id }, body: { action: 'start' } })
  const firmware_id = await insertFirmware(database.db, product_key, imageOf(100))
  await admin(api.upgradeCampaign, { body: { firmware_id, name: 'Texts', target: { by: 'filter', filter: {} } } })
  await addControl(database.db, {
    device_id: fleet.fleet.devices[0]?.device_id ?? 0,
    uid: accounts.admin,
    operator_name: 'admin',
    control_time: new Date(),
    layout_id: fleet.fleet.layout_id,
  })
  await addDelivery(database, { agent_id: null, at: new Date(), name: 'Texts' }, fleet.fleet.devices[0]?.device_id ?? 0)
  filters['rollout-units'] = { rollout_id: rollout.rollout_id }
  // Later rows are those of the exports themselves.
  filters['audit-log'] = { to: new Date().toISOString() }
})
afterAll(() => fleet.close())

/** The cells of a file with all columns of a kind. */
const rowsOf = async (kind: Kind, language: Language): Promise<string[][]> => {
  const body = {
    kind,
    format: 'csv',
    file_name: kind,
    time_zone: 'UTC',
    language,
    columns: EXPORT_TEXTS[kind].keys,
    filter: filters[kind] ?? {},
  }
  // Kind, columns and filter belong together by the table above.
  const { export_id } = await admin(api.exportCreate, { body: body as never })
  expect(await outcomeOf(admin, export_id)).toMatchObject({ state: 'done' })
  return parseCsv((await fileOf(admin, export_id)).replace('\uFEFF', '')).map((row) => row.map(String))
}

/** The codes a cell may stand for; several codes in one cell are joined by commas. */
const codesOf = (cell: string, words: Readonly<Record<string, string>>): string[] => {
  const codes = Object.keys(words)
  const whole = codes.filter((code) => words[code] === cell)
  return whole.length > 0 ? whole : codes.filter((code) => cell.split(', ').includes(words[code] ?? ''))
}

it.each(Object.keys(EXPORT_TEXTS) as Kind[])(
  'a file of %s has the titles and texts of its screen in every language',
  async (kind) => {
    const files = []
    for (const language of LANGUAGES) {
      const texts = textsOf(EXPORT_TEXTS[kind], findIn(language))
      const [titles, ...rows] = await rowsOf(kind, language)
      expect(titles).toEqual(texts.map(({ title }) => title))
      expect(rows.length).toBeGreaterThan(0)
      files.push({ texts, rows })
    }
    const [english, ...others] = files
    let coded = 0
    for (const [at, { words }] of (english?.texts ?? []).entries())
      for (const [row, cells] of (english?.rows ?? []).entries()) {
        const codes = words === undefined ? [] : codesOf(cells[at] ?? '', words)
        // A cell without a code is a name, a number or empty: the same in every language, unless it is a name in several.
        if (codes.length === 0) continue
        coded += 1
        for (const { texts, rows } of others) {
          const same = codesOf(rows[row]?.[at] ?? '', texts[at]?.words ?? {}).filter((code) => codes.includes(code))
          expect(same, `${texts[at]?.title}: ${cells[at]} and ${rows[row]?.[at]}`).not.toEqual([])
        }
      }
    expect(coded).toBeGreaterThan(0)
  },
)
