import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import pg from 'pg'
import type { Credentials } from '../device-client.ts'
import { embeddedConnection } from '../faults/stored.ts'
import { hasMovedIn, running, type SignedIn, sharedSession, spareModule } from '../running.ts'
import { makePerson } from './people.ts'

type Unit = { mac: string; device_name: string }

/** Ids of the demo, of WiFi and of mobile modules; journeys add units of others. */
const OF_DEMO = /^(?:7cdfa1210|86341206)/

/** All units of the demo, without those that other journeys add. */
export const demoUnits = async ({ call }: SignedIn) =>
  (await call(api.deviceList, { query: { pageNo: 1, size: 999 } })).list.filter(({ mac }) => OF_DEMO.test(mac))

/** Journeys that write to live units of the demo or restart them. */
const WRITERS = ['control log', 'diagnosis', 'firmware', 'keyboard', 'live control', 'fault', 'power cut'] as const

/**
 * Online units of the demo that no other of these journeys chooses. A unit belongs to one of them by its id, not by its place
 * in a list: places move when a unit goes off line.
 */
export const ownUnits = async (writer: (typeof WRITERS)[number]) =>
  (await demoUnits(await sharedSession())).filter(
    ({ mac, online_status }) =>
      online_status === 'online' && WRITERS[Number.parseInt(mac.slice(-6), 16) % WRITERS.length] === writer,
  )

/** Waits until the demo changes nothing any more: until then its units get owners and are reported as faulty. */
export const waitForDemo = () =>
  expect.poll(hasMovedIn, { message: 'the app users of the demo have moved in', timeout: 120_000 }).toBe(true)

/**
 * New units in the stock of Zhejiang or another distributor, as an import would make them: nobody owns them, and no other
 * journey uses them. They never go online.
 */
export const addUnits = async (count: number, agent_id?: number): Promise<Unit[]> => {
  const { user } = await sharedSession('zhejiang')
  const units = Array.from({ length: count }, () => {
    const mac = `7cdfaf${randomBytes(3).toString('hex')}`
    return { mac, device_name: `Virtual ${mac}` }
  })
  const sql = new pg.Client(embeddedConnection(running.data()))
  await sql.connect()
  for (const { mac, device_name } of units)
    await sql.query(
      `INSERT INTO devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time)
       SELECT $1, $2, product_key, distributors.agent_id, distributors.agent_path, net, secret_sealed, now()
       FROM devices, distributors WHERE distributors.agent_id = $3 LIMIT 1`,
      [mac, device_name, agent_id ?? user.agent_id],
    )
  await sql.end()
  return units
}

/** A new unit in the stock of Zhejiang or another distributor that a module can log in for: it has the secret of the spare module. */
export const addModule = async (agent_id?: number): Promise<Credentials> => {
  const spare = spareModule()
  const [{ mac } = { mac: '' }] = await addUnits(1, agent_id)
  const sql = new pg.Client(embeddedConnection(running.data()))
  await sql.connect()
  await sql.query(
    `UPDATE devices SET secret_sealed = spare.secret_sealed, product_key = spare.product_key, net = spare.net,
       static_login = spare.static_login
     FROM devices spare WHERE spare.mac = $2 AND devices.mac = $1`,
    [mac, spare.did],
  )
  await sql.end()
  return { did: mac, secret_hex: spare.secret_hex }
}

/** Somebody who sees exactly the units of the demo, whatever other journeys add beside them. */
export const makeDemoViewer = async (): Promise<SignedIn> => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'], units: await demoUnits(admin) })
  return person
}
