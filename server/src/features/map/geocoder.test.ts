import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { toDatum } from '@heatfleet/contract/map/datum.ts'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { createNetwork } from '../notification-policies/tasks.ts'
import { createGeocoder } from './geocoder.ts'

const KEY = 'geocoder-key'
const HOUSE = {
  display_name: 'Prosta 51, Warszawa',
  lat: '52.2318',
  lon: '20.9937',
  boundingbox: ['52.2316', '52.2320', '20.9934', '20.9940'],
}
/** What was called, and when on the clock of the test. */
const calls: { path: string; at_ms: number }[] = []
let answer: (response: ServerResponse) => void
const json = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body))

let now_ms = 1_800_000_000_000
let waiting: { at_ms: number; task: () => void }[] = []
const clock: Clock = {
  now: () => now_ms,
  after: (delay_ms, task) => {
    waiting.push({ at_ms: now_ms + delay_ms, task })
    return () => {}
  },
}
/** The clock moves on, and what waited for it runs. */
const pass = (ms: number) => {
  now_ms += ms
  const due = waiting.filter(({ at_ms }) => at_ms <= now_ms)
  waiting = waiting.filter(({ at_ms }) => at_ms > now_ms)
  for (const { task } of due) task()
}

const server = createServer((request, response) => {
  calls.push({ path: request.url ?? '', at_ms: now_ms })
  answer(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const logged: string[] = []
const geocoderOf = (settings: NodeJS.ProcessEnv = {}) => {
  const config = readConfig({
    HEATFLEET_GEOCODER_URL: `${base}/search?format=jsonv2&q={text}&key={key}`,
    HEATFLEET_GEOCODER_KEY: KEY,
    HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.1',
    ...settings,
  })
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const geocode = createGeocoder({ config, clock, log, network: createNetwork({ config }) })
  if (geocode === null) throw new Error('no geocoder is set')
  return geocode
}
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'found',
    (error: unknown) => (error instanceof Refusal ? [error.code, error.field, error.details?.reason] : error),
  )

beforeEach(() => {
  calls.length = 0
  logged.length = 0
  pass(60_000)
  answer = json([HOUSE])
})

describe('answers', () => {
  it('of Nominatim are places with the size of what was found', async () => {
    expect(await geocoderOf()('Prosta  51 & co, $& Warszawa')).toEqual([
      { label: 'Prosta 51, Warszawa', lat: 52.2318, lon: 20.9937, accuracy_m: 30 },
    ])
    expect(calls[0]?.path).toBe(`/search?format=jsonv2&q=Prosta%2051%20%26%20co%2C%20%24%26%20Warszawa&key=${KEY}`)
  })

  it('are five at most, and one without its size is never taken for a house', async () => {
    const { boundingbox: _, ...town } = HOUSE
    answer = json(Array.from({ length: 40 }, () => town))
    const found = await geocoderOf()('Warszawa')
    expect(found).toHaveLength(5)
    expect(found[0]?.accuracy_m).toBe(50_000)
  })

  it('of AMap are converted from GCJ-02', async () => {
    const at = { lat: 30.2767, lon: 120.0236 }
    const drawn = toDatum('gcj02', at)
    answer = json({
      status: '1',
      geocodes: [
        {
          formatted_address: '文一西路969号',
          location: `${drawn.lon.toFixed(6)},${drawn.lat.toFixed(6)}`,
          level: '门牌号',
        },
        { formatted_address: [], location: '120,30', level: [] },
      ],
    })
    const found = await geocoderOf({ HEATFLEET_GEOCODER_FORMAT: 'amap' })('文一西路969号')
    expect(found).toMatchObject([{ label: '文一西路969号', accuracy_m: 50 }])
    expect(Math.abs((found[0]?.lat ?? 0) - at.lat)).toBeLessThan(0.00001)
    expect(Math.abs((found[0]?.lon ?? 0) - at.lon)).toBeLessThan(0.00001)
    // Not converted it would be some 500 m away.
    expect(Math.abs(drawn.lon - at.lon)).toBeGreaterThan(0.003)
  })

  it('are kept for a day', async () => {
    const geocode = geocoderOf()
    await geocode('Prosta 51')
    pass(86_399_000)
    await geocode('Prosta 51')
    expect(calls).toHaveLength(1)
    pass(2_000)
    await geocode('Prosta 51')
    expect(calls).toHaveLength(2)
  })

  it('of the oldest address go first when 500 are kept', async () => {
    const geocode = geocoderOf()
    for (let at = 0; at <= 500; at++) {
      await geocode(`house ${at}`)
      pass(1_000)
    }
    await geocode('house 1')
    expect(calls).toHaveLength(501)
    await geocode('house 0')
    expect(calls).toHaveLength(502)
  })
})

it('the installation calls once a second, two with the same text share a call, and who would wait over 5 s is refused', async () => {
  const geocode = geocoderOf()
  const asked = Array.from({ length: 6 }, (_, at) => geocode(`house ${at}`))
  const same = geocode('house 5')
  expect(await refusal(geocode('one more'))).toEqual(['geocoder_busy', 'text', undefined])
  await asked[0]
  for (let second = 1; second < 6; second++) {
    expect(calls).toHaveLength(second)
    pass(1_000)
    await asked[second]
  }
  expect(await same).toEqual(await asked[5])
  expect(calls).toHaveLength(6)
  for (const [at, { at_ms }] of calls.entries())
    if (at > 0) expect(at_ms - (calls[at - 1]?.at_ms ?? 0)).toBeGreaterThanOrEqual(1_000)
})

describe('is refused with its reason, and asked again the next time', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['HTTP 500', (response) => void response.writeHead(500).end(`no: ${KEY}`)],
    ['HTTP 302', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['wrong_form', (response) => void response.end('<html>')],
    ['wrong_form', json({ status: '1' })],
    ['wrong_form', json([{ ...HOUSE, lat: '91' }])],
    ['wrong_form', json([{ ...HOUSE, lat: 'javascript:' }])],
    ['too_large', json(Array.from({ length: 4_000 }, () => HOUSE))],
    ['unreachable', (response) => void response.destroy()],
  ])('%s', async (reason, answers) => {
    const geocode = geocoderOf()
    answer = answers
    expect(await refusal(geocode('Prosta 51'))).toEqual(['geocoder_failed', 'text', reason])
    answer = json([HOUSE])
    pass(1_000)
    expect(await geocode('Prosta 51')).toHaveLength(1)
    expect(logged.join('')).toContain(reason)
    expect(logged.join('')).not.toMatch(new RegExp(`${KEY}|Prosta`))
  })

  it('no_answer of one that never answers', { timeout: 20_000 }, async () => {
    answer = () => {}
    expect(await refusal(geocoderOf()('Prosta 51'))).toEqual(['geocoder_failed', 'text', 'no_answer'])
    server.closeAllConnections()
  })

  it('a private address that is not allowed is not called', async () => {
    const geocode = geocoderOf({ HEATFLEET_NOTIFICATION_NETWORKS: '' })
    expect(await refusal(geocode('Prosta 51'))).toEqual(['geocoder_failed', 'text', 'private_address'])
    expect(calls).toEqual([])
  })
})

it.each([
  ['https://geocoder.example.com/search', 'HEATFLEET_GEOCODER_URL'],
  ['ftp://geocoder.example.com/{text}', 'HEATFLEET_GEOCODER_URL'],
  ['https://{text}.example.com/', 'HEATFLEET_GEOCODER_URL'],
  ['https://geocoder.example.com/?q={text}&key={key}', 'HEATFLEET_GEOCODER_KEY'],
])('%s is no usable setting', (url, named) => {
  expect(() => readConfig({ HEATFLEET_GEOCODER_URL: url })).toThrow(named)
})
