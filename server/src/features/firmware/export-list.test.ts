import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { UPGRADE_EXPORT_COLUMNS } from '@heatfleet/contract/firmware/campaign.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { FIRMWARE_EXPORT_COLUMNS } from '@heatfleet/contract/firmware/firmware.ts'
import { parseCsvObjects } from 'hucre/csv'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileOf, runExport } from '../../../test/export-steps.ts'
import { draftOf, imageOf, sha256Of, upload } from '../../../test/firmware-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()
const IMAGE = imageOf(2_000)
let admin: Call
let radio: Firmware

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  radio = await upload(admin, draftOf(fleet.product_key), IMAGE)
  await upload(admin, draftOf(fleet.product_key, { software_version: '1.6.0', name: '=1+1' }), imageOf(2_000, 2))
  const [first, second] = fleet.devices
  for (const { mac } of [first, second].filter((one) => one !== undefined))
    await database.db
      .updateTable('devices')
      .set({ module_type: 'DTU-4G-B', module_version: '1.5.0' })
      .where('mac', '=', mac)
      .execute()
})

const request = (kind: 'firmware-list' | 'upgrade-list', columns: readonly string[], filter: object = {}) => ({
  body: {
    kind,
    format: 'csv' as const,
    file_name: 'file',
    time_zone: 'Europe/Warsaw',
    language: 'en' as const,
    columns,
    filter,
  },
})
const rowsOf = async (call: Call, ...wanted: Parameters<typeof request>): Promise<Record<string, unknown>[]> => {
  // Columns are a list of texts here, which the server checks.
  const record = await runExport(call, request(...wanted) as never)
  expect(record.state).toBe('done')
  return parseCsvObjects((await fileOf(call, record.export_id)).replace('\uFEFF', '')).data
}

describe('firmware as a file', () => {
  it('has every column, and counts the units in scope', async () => {
    const rows = await rowsOf(admin, 'firmware-list', FIRMWARE_EXPORT_COLUMNS)
    expect(rows).toHaveLength(2)
    const row = rows.find((one) => Object.values(one).includes(radio.sha256))
    expect(Object.keys(row ?? {})).toHaveLength(FIRMWARE_EXPORT_COLUMNS.length)
    const texts = Object.values(row ?? {}).map(String)
    expect(texts).toEqual(expect.arrayContaining(['Quieter radio', '1.5.0', 'DTU-4G-B', sha256Of(IMAGE), '2000']))
    const total = async (call: Call) =>
      (await rowsOf(call, 'firmware-list', ['devices', 'software_version'])).map((one) => Object.values(one)[0])
    expect((await total(admin)).map(Number).toSorted((one, other) => one - other)).toEqual([0, 2])
    // One of the two is in Hangzhou.
    expect((await total(await as('staff_hangzhou'))).map(Number).toSorted((one, other) => one - other)).toEqual([0, 1])
  })

  it('keeps to its filter, and no cell is a formula', async () => {
    expect(await rowsOf(admin, 'firmware-list', ['name'], { software_version: '1.5.0' })).toHaveLength(1)
    const [row] = await rowsOf(admin, 'firmware-list', ['name'], { software_version: '1.6.0' })
    expect(String(Object.values(row ?? {})[0])).not.toMatch(/^=/)
  })
})

describe('upgrades as a file', () => {
  it('has every column of each campaign, and keeps to its filter', async () => {
    const macs = fleet.devices.slice(0, 2).map(({ mac }) => mac)
    const campaign = await admin(api.upgradeCampaign, {
      body: {
        firmware_id: radio.firmware_id,
        name: 'Winter radio',
        target: { by: 'macs', macs },
        waves: [{ size: 100, unit: 'percent' }],
        stop_failed_percent: 10,
        stop_failed_min: 1,
      },
    })
    const rows = await rowsOf(admin, 'upgrade-list', UPGRADE_EXPORT_COLUMNS)
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0] ?? {})).toHaveLength(UPGRADE_EXPORT_COLUMNS.length)
    const texts = Object.values(rows[0] ?? {}).map(String)
    expect(texts).toEqual(expect.arrayContaining([String(campaign.rollout_id), 'Winter radio', 'Quieter radio 1.5.0']))
    expect(await rowsOf(admin, 'upgrade-list', ['name'], { type: 'single' })).toEqual([])
    expect(await rowsOf(admin, 'upgrade-list', ['name'], { firmware_id: radio.firmware_id })).toHaveLength(1)
  })

  it('are refused without the right to see them', async () => {
    await database.db
      .updateTable('roles')
      .set({ permissions: ['export:create'] })
      .where('role_name', '=', 'Read-only auditor')
      .execute()
    const auditor = await as('auditor')
    for (const kind of ['firmware-list', 'upgrade-list'] as const)
      expect(await refusalOf(auditor(api.exportCreate, request(kind, ['name']) as never))).toBe('no_permission')
  })
})
