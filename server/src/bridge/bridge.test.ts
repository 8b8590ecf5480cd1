import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { refusedOf, startHomeBroker } from '../../test/home-assistant.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../test/owner-data-case.ts'
import { systemClock } from '../platform/clock.ts'
import { type BridgeSettings, removeBridge, startBridge } from './bridge.ts'

const { database, fleet, console_, as } = useFleetConsole()
const MINUTE = 60_000
const START = Date.now() - MINUTE
let of: Awaited<ReturnType<typeof ownerDataCase>>
let home: Awaited<ReturnType<typeof startHomeBroker>>
let closing: (() => Promise<void>)[] = []
let lines: string[] = []
let people = 0

beforeAll(async () => {
  of = await ownerDataCase({ database, fleet, console_ })
})
beforeEach(async () => {
  lines = []
  home = await startHomeBroker()
})
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
  closing = []
  await home.close()
  await database.db.deleteFrom('bindings').execute()
})

const naming = { name: 'house', prefix: 'homeassistant', language: 'en', maker: 'Maker', version: '1' } as const
const start = (tokens: readonly string[], changes: Partial<BridgeSettings> = {}) => {
  const settings = { url: console_.base_url, tokens, broker: home.url, naming, silent_ms: 15 * MINUTE, ...changes }
  const bridge = startBridge(settings, { clock: systemClock, print: (line) => lines.push(line) })
  closing.push(bridge.close)
  return bridge
}
/** An owner of a unit that has reported, and a grant for the bridge. */
const granted = async (at: number) => {
  const device = of.unit(at)
  people += 1
  const owner = await of.own(`bridge${people}@example.com`, device, 60)
  await of.report(device, [[START, { [T_IN]: 300, [T_OUT]: 350 }]])
  const grant = await of.grant(owner, device, { include_history: true })
  const topic = (key: string) => `heatfleet/house/${device.mac}/${key}`
  return { device, owner, grant, topic }
}
const stateOf = (topic: string) => eventually(() => home.retained.get(topic))

it('publishes a unit as Home Assistant takes it, and each new report', async () => {
  const { device, grant, topic } = await granted(0)
  start([grant.token])
  await stateOf(topic('t_out')).toBe('35')
  await stateOf(topic('status')).toBe('online')
  await stateOf('heatfleet/house/status').toBe('online')
  const { points } = await grant.call(api.recipientMetadata)
  const configs = home.configs()
  expect(configs.size).toBe(points.length)
  expect([...configs].flatMap(([at, text]) => refusedOf(at, JSON.parse(text)))).toEqual([])
  await of.report(device, [[START + 30_000, { [T_IN]: 301, [T_OUT]: 412 }]])
  await stateOf(topic('t_out')).toBe('41.2')
})

it('publishes everything again when Home Assistant has started, and after the broker was away', async () => {
  const { grant, topic } = await granted(0)
  start([grant.token])
  await stateOf(topic('t_out')).toBe('35')
  const count = () => home.received.filter(({ topic: at, text }) => at === topic('t_out') && text === '35').length
  const before = count()
  await home.publish('homeassistant/status', 'online')
  await eventually(count).toBe(before + 1)
  home.cut()
  await stateOf('heatfleet/house/status').toBe('offline')
  await stateOf('heatfleet/house/status').toBe('online')
  await eventually(count).toBe(before + 2)
})

it('removes a unit whose owner took back the consent, and keeps the others', async () => {
  const [gone, stays] = [await granted(0), await granted(1)]
  start([gone.grant.token, stays.grant.token])
  await stateOf(gone.topic('t_out')).toBe('35')
  await stateOf(stays.topic('t_out')).toBe('35')
  const params = { device_id: gone.device.mac, grant_id: gone.grant.grant_id }
  await gone.owner.call(api.appRevokeData, { params })
  // The next answer of the product, and so the refusal, comes with the next report or after the wait.
  await of.report(gone.device, [[START + 30_000, { [T_IN]: 300, [T_OUT]: 999 }]])
  const of_gone = () => [...home.retained.keys()].filter((topic) => topic.includes(gone.device.mac))
  await eventually(of_gone).toEqual([])
  expect(home.retained.get(stays.topic('t_out'))).toBe('35')
  expect(home.received.filter(({ text }) => text === '99.9')).toEqual([])
})

it('a unit that left the settings is removed when the bridge starts again; another bridge’s units stay', async () => {
  const [first, second, third] = [await granted(0), await granted(1), await granted(2)]
  const bridge = start([first.grant.token, second.grant.token])
  await stateOf(second.topic('t_out')).toBe('35')
  await bridge.close()
  await stateOf('heatfleet/house/status').toBe('offline')
  start([third.grant.token], { naming: { ...naming, name: 'other' } })
  const other = `heatfleet/other/${third.device.mac}/t_out`
  await stateOf(other).toBe('35')
  start([second.grant.token])
  await eventually(() => home.retained.get(first.topic('t_out'))).toBe(undefined)
  expect(home.retained.get(other)).toBe('35')
  expect(home.retained.get(second.topic('t_out'))).toBe('35')
})

it('a trade secret has no entity, and loses the one it had', async () => {
  const { device, grant, topic } = await granted(0)
  start([grant.token])
  await stateOf(topic('t_in')).toBe('30')
  const admin = await as('admin')
  const params = { product_key: fleet.product_key }
  const draft = await admin(api.productDraft, { params })
  const set = draft.points.filter(({ key }) => key === 't_in').map((point) => ({ ...point, trade_secret: 'Circuit' }))
  const { revision } = await admin(api.productDraftSave, { params, body: { revision: draft.revision, set } })
  await admin(api.productPublish, { params, body: { revision, accept_warnings: true } })
  await of.report(device, [[START + 30_000, { [T_IN]: 311, [T_OUT]: 351 }]])
  await stateOf(topic('t_out')).toBe('35.1')
  await eventually(() => [...home.retained.keys()].filter((at) => at.includes('t_in'))).toEqual([])
  expect(home.received.filter(({ text }) => text === '31.1')).toEqual([])
})

it('a unit that stopped reporting is unavailable', async () => {
  const { grant, topic } = await granted(0)
  start([grant.token], { silent_ms: 1_000 })
  await stateOf(topic('status')).toBe('offline')
})

it('waits longer and longer for a product that is away, tries a refused token seldom, and prints no secret', async () => {
  const { grant } = await granted(0)
  start([grant.token], { url: 'http://127.0.0.1:9' })
  start(['hfd_never-granted'])
  await eventually(() => lines.join('\n')).toMatch(
    /no answer of the product[\s\S]*the token opens no unit|the token opens no unit[\s\S]*no answer/,
  )
  await pause(2_500)
  expect(lines.filter((line) => line.includes('no answer'))).toHaveLength(1)
  expect(home.configs().size).toBe(0)
  const text = lines.join('\n')
  for (const secret of [grant.token, 'hfd_', 'secret-of-the-broker']) expect(text).not.toContain(secret)
})

it('all of a bridge is removed from its broker by name', async () => {
  const { grant, topic } = await granted(0)
  const bridge = start([grant.token])
  await stateOf(topic('t_out')).toBe('35')
  await bridge.close()
  const removed = await removeBridge({ broker: home.url, naming }, systemClock)
  expect(removed).toBeGreaterThan(80)
  await eventually(() => [...home.retained.keys()]).toEqual([])
})
