import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { hasMovedIn, type SignedIn, sharedSession } from '../running.ts'
import { makePerson } from './people.ts'

type Unit = { mac: string; device_name: string }

/** Units that journeys add and remove have this name; nobody counts or opens them. */
const ADDED = /^Virtual /

/** All units of the demo, without those that other journeys add. */
export const demoUnits = async ({ call }: SignedIn) =>
  (await call(api.deviceList, { query: { pageNo: 1, size: 999 } })).list.filter(
    ({ device_name }) => !ADDED.test(device_name),
  )

/** Waits until the demo changes nothing any more: until then its units get owners and are reported as faulty. */
export const waitForDemo = () =>
  expect.poll(hasMovedIn, { message: 'the app users of the demo have moved in', timeout: 120_000 }).toBe(true)

/** Takes a unit for one journey of this run; false when another one has it. */
const reserve = (mac: string): boolean => {
  const folder = join(test.info().project.outputDir, 'reserved')
  mkdirSync(folder, { recursive: true })
  try {
    mkdirSync(join(folder, mac))
    return true
  } catch {
    return false
  }
}

/** Offline units without an owner that no other journey sets or binds, out of those an account sees. */
export const reserveFreeUnits = async (count: number, seen_by: SignedIn): Promise<Unit[]> => {
  await waitForDemo()
  const admin = await sharedSession()
  const { list } = await seen_by.call(api.deviceList, { body: { online_status: 'offline' } })
  const units: Unit[] = []
  for (const { mac, device_name } of list.toReversed()) {
    if (units.length === count) break
    const { owner } = await admin.call(api.deviceOwner, { query: { mac } })
    if (owner === null && reserve(mac)) units.push({ mac, device_name })
  }
  expect(units, 'the demo has enough offline units without an owner').toHaveLength(count)
  return units
}

/** Somebody who sees exactly the units of the demo, whatever other journeys add beside them. */
export const makeDemoViewer = async (): Promise<SignedIn> => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'], units: await demoUnits(admin) })
  return person
}
