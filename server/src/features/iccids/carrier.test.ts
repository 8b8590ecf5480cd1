import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCarrier } from './carrier-http.ts'
import { runDaily, syncCards } from './tasks.ts'

const CARD = '8986002400000000002'
const DAY_MS = 86_400_000
const KEY = 'carrier-key'
/** What was asked, and what is answered. */
const asked: { path: string; key: string | undefined; iccids: string[] }[] = []
let answer: (path: string, iccids: string[]) => { status?: number; headers?: Record<string, string>; text: string }
const resultsOf = (result: 'ok' | 'refused') => (_: string, iccids: string[]) => ({
  text: JSON.stringify({ results: iccids.map((iccid) => ({ iccid, result, reason: 'No credit' })) }),
})

const simulator: Server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { iccids } = JSON.parse(Buffer.concat(chunks).toString()) as { iccids: string[] }
    const path = request.url ?? ''
    asked.push({ path, key: request.headers.authorization, iccids })
    const { status = 200, headers = {}, text } = answer(path, iccids)
    response.writeHead(status, headers).end(text)
  })
})
await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(simulator.address() as AddressInfo).port}/carrier`
const settings = { HEATFLEET_CARRIER_URL: address, HEATFLEET_CARRIER_KEY: KEY, HEATFLEET_CARRIER_BATCH: '10' }
const { database, as } = useFleetConsole(settings)
const carrier = createCarrier(readConfig(settings))
afterAll(() => new Promise((resolve) => simulator.close(resolve)))

const clock = systemClock
let card_id = 0
beforeAll(async () => {
  const admin = await as('admin')
  const made = await admin(api.iccidCreate, { body: { iccid: CARD, status: 'active' } })
  card_id = made.card_id
})
const suspend = async (stopped: boolean) => {
  const admin = await as('admin')
  return admin(api.iccidSuspend, { params: { id: card_id }, body: { stopped } })
}

describe('a carrier over HTTP', () => {
  it('stops and resumes a card, with the key', async () => {
    answer = resultsOf('ok')
    asked.length = 0
    expect(await suspend(true)).toMatchObject({ status: 'stopped' })
    expect(await refusalOf(suspend(true))).toBe('iccid_state')
    expect(await suspend(false)).toMatchObject({ status: 'active' })
    expect(asked).toEqual([
      { path: '/carrier/cards/stop', key: `Bearer ${KEY}`, iccids: [CARD] },
      { path: '/carrier/cards/resume', key: `Bearer ${KEY}`, iccids: [CARD] },
    ])
  })

  it.each<[string, typeof answer, string]>([
    ['refuses', resultsOf('refused'), 'carrier_refused No credit'],
    ['fails', () => ({ status: 500, text: '{}' }), 'carrier_failed'],
    ['answers otherwise', () => ({ text: '[]' }), 'carrier_failed'],
    ['answers of another card', () => ({ text: '{"results":[{"iccid":"1","result":"ok"}]}' }), 'carrier_failed'],
    ['leads elsewhere', () => ({ status: 302, headers: { location: address }, text: '' }), 'carrier_failed'],
    ['answers without end', () => ({ text: ' '.repeat(1_100_000) }), 'carrier_failed'],
  ])('that %s leaves the card as it is', async (_, other, refusal) => {
    answer = other
    expect(await refusalOf(suspend(true), 'reason')).toBe(refusal)
    const admin = await as('admin')
    expect(await admin(api.iccidInfo, { params: { id: card_id } })).toMatchObject({ status: 'active' })
  })

  it('tells of cards, as many at a time as it takes, and of their traffic', async () => {
    if (carrier === null) throw new Error('The settings name one.')
    const admin = await as('admin')
    for (let at = 0; at < 12; at++)
      await admin(api.iccidCreate, { body: { iccid: `89860124000000000${String(at).padStart(2, '0')}` } })
    const expiration_time = new Date(Date.now() + 6.5 * DAY_MS).toISOString()
    const day = new Date().toISOString().slice(0, 10)
    answer = (path, iccids) => ({
      text: JSON.stringify(
        path.endsWith('list')
          ? { cards: iccids.map((iccid) => ({ iccid, plan: '30 MB', status: 'active', expiration_time })) }
          : { traffic: iccids.map((iccid) => ({ iccid, day, mb: 1.5 })) },
      ),
    })
    asked.length = 0
    await syncCards({ database, clock }, carrier, new AbortController().signal)
    expect(asked.map(({ iccids }) => iccids.length).toSorted((a, b) => a - b)).toEqual([3, 3, 10, 10])
    const info = await admin(api.iccidInfo, { params: { id: card_id } })
    expect(info).toMatchObject({ plan: '30 MB', expiration_time, traffic: [{ day, mb: 1.5 }] })
    expect(await admin(api.iccidFigures, {})).toMatchObject({ active: 13, within_7: 13, carrier: true })
  })
})

describe('once a day', () => {
  const log = { info: () => {} } as never
  const daily = (days_later: number) =>
    runDaily({ database, log, clock: { ...systemClock, now: () => Date.now() + days_later * DAY_MS } })
  const countOf = async (what: string) =>
    (await database.db.selectFrom('iccid_events').where('what', '=', what).select('event_id').execute()).length

  it('each card is reminded of once at each threshold, and expired when its end is over', async () => {
    await daily(0)
    await daily(0)
    // Six and a half days are left: the threshold of seven, not those of 60 and 30 too.
    expect(await countOf('reminded')).toBe(13)
    const admin = await as('admin')
    const { list } = await admin(api.notices, {})
    expect(list.filter(({ what }) => what === 'sim_expiring')).toMatchObject([{ subject: '7', text: '13' }])
    await daily(6)
    expect(await countOf('reminded')).toBe(26)
    await daily(7)
    expect((await admin(api.iccidList, { body: { status: 'expired' } })).total).toBe(13)
    await daily(8)
    expect(await countOf('reminded')).toBe(26)
  })
})
