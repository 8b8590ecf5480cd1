import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { FIRST_RUN_PATH } from '@heatfleet/contract/menu-center.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { afterAll, expect, test } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { png } from '../../../test/png.ts'
import { writeLastBackup } from '../../backup/last-backup.ts'
import { beginFirstRun } from './public.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-first-run-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))
const { database, as } = useFleetConsole({ HEATFLEET_DATA: data_dir })

const entryOf = (menu: readonly MenuEntry[]): MenuEntry | undefined =>
  menu.flatMap(({ children }) => children).find(({ path }) => path === FIRST_RUN_PATH)
const doneSteps = async (): Promise<string[]> =>
  (await (await as('admin'))(api.firstRun)).steps.filter(({ done }) => done).map(({ step }) => step)

test('the console opens with it only where the installation began empty, until it is over or dismissed', async () => {
  const admin = await as('admin')
  expect(await admin(api.firstRun)).toMatchObject({ leads: false, dismissed: false })
  expect(entryOf(await admin(api.roleMenu))).toMatchObject({ hidden: true })
  await beginFirstRun(database.db, new Date())
  expect(await admin(api.firstRun)).toMatchObject({ leads: true })
  expect(entryOf(await admin(api.roleMenu))).toMatchObject({ hidden: false })
  expect(entryOf(await (await as('staff'))(api.roleMenu))).toBeUndefined()

  expect(await admin(api.firstRunEdit, { body: { dismissed: true } })).toMatchObject({ leads: false, dismissed: true })
  expect(entryOf(await admin(api.roleMenu))).toMatchObject({ hidden: true })
  await admin(api.firstRunEdit, { body: { dismissed: false } })
  const left = await admin(api.firstRunEdit, { body: { set_aside: ['mail', 'backup', 'mail'] } })
  expect(left.leads).toBe(true)
  expect(left.steps.filter(({ set_aside }) => set_aside).map(({ step }) => step)).toEqual(['mail', 'backup'])
  const over = await admin(api.firstRunEdit, { body: { set_aside: ['company', 'mail', 'backup'] } })
  expect(over.leads).toBe(false)
})

test('steps are ticked by what the database holds', async () => {
  expect(await doneSteps()).toEqual(['product', 'units', 'distributor'])
  await database.db.deleteFrom('devices').execute()
  expect(await doneSteps()).toEqual(['distributor'])
})

test('the branding of the manufacturer is seen by its people, and by distributors without one of their own', async () => {
  const admin = await as('admin')
  const none = { brand_name: '', brand_colour: null, logo: null }
  expect(await admin(api.ownBranding)).toEqual(none)
  const logo = png(24, 24)
  const branding = { brand_name: 'Nuanyuan', brand_colour: '#c2410c', logo }
  await admin(api.brandManufacturer, { body: branding })
  expect(await admin(api.manufacturerBranding)).toEqual(branding)
  expect(await (await as('staff'))(api.ownBranding)).toEqual(branding)
  expect(await (await as('county_a11'))(api.ownBranding)).toEqual(branding)
  expect(await doneSteps()).toContain('company')
  await admin(api.brandManufacturer, { body: none })
  expect(await (await as('county_a11'))(api.ownBranding)).toEqual(none)
  expect(await doneSteps()).not.toContain('company')
})

test('mail is done with an e-mail channel of the manufacturer, the backup when one succeeded', async () => {
  const admin = await as('admin')
  const server = { host: 'mail.example.com', sender: 'fleet@example.com' }
  const draft = { kind: 'email', channel_name: 'Mail', ...server } as const
  await (await as('province_a'))(api.createChannel, { body: draft })
  expect(await doneSteps()).not.toContain('mail')
  const { channel_id } = await admin(api.createChannel, { body: draft })
  expect(await doneSteps()).toContain('mail')
  await admin(api.enableChannel, { params: { id: channel_id }, body: { enabled: false } })
  expect(await doneSteps()).not.toContain('mail')

  expect(await doneSteps()).not.toContain('backup')
  const success = { folder: 'first', created: '2026-11-27T08:00:00.000Z', seconds: 3, bytes: 9, rows: null }
  writeLastBackup(data_dir, { ended: success.created, failure: 'the disk is full', success: null })
  expect(await doneSteps()).not.toContain('backup')
  writeLastBackup(data_dir, { ended: success.created, failure: null, success })
  expect(await doneSteps()).toContain('backup')
})
