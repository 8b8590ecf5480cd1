import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useFleetConsole } from '../../test/fleet-console.ts'

const { fleet, console_ } = useFleetConsole()
let token = ''
beforeAll(async () => {
  token = (await console_.signIn('admin')).token
})

const Answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const send = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${console_.base_url}${API_PREFIX}${path}`, {
    method,
    headers: {
      key: CONSOLE_APPLICATION_KEY,
      token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { code, msg, data } = Answer.parse(await response.json())
  const page = z.object({ total: z.number() }).safeParse(data)
  return { code, msg, total: page.success ? page.data.total : null, data }
}

const Shape = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})
const fieldsOf = (schema: z.ZodType | undefined) =>
  Shape.parse(schema === undefined ? {} : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

/** Lists of the console that need nothing but a page. */
const LISTS = Object.entries<Endpoint>(api)
  .filter(([, call]) => !isAppCall(call) && call.kind === 'read' && Object.hasOwn(call.query?.shape ?? {}, 'pageNo'))
  .filter(
    ([, { path, body, query }]) =>
      ![path.includes(':'), ...[body, query].map((part) => fieldsOf(part).required.length > 0)].includes(true),
  )
  .map(([name, call]) => ({ name, ...call }))

describe('a list that is asked with the empty fields of a form', () => {
  it('is found for each list of the specification that needs no more', () => {
    expect(LISTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/device-inventory/device-list',
        '/device-import/device-auth-batch',
        '/device-export/export-batch-list',
        '/event/alarm-list',
        '/event/control-log',
        '/product/product-info',
        '/agent-management/agent-list',
        '/user-manage/user-list',
        '/role/role-list',
        '/account/account-list',
        '/device/page-ota',
        '/device/history-ota',
        '/device-inventory/bind-user-list',
        '/user/getUserList',
      ]),
    )
  })

  it.each(LISTS)('$method $path answers as without them', async ({ method, path, body, query }) => {
    const blank = <Empty>(part: z.ZodType | undefined, value: Empty): Record<string, Empty> =>
      Object.fromEntries(Object.keys(fieldsOf(part).properties).map((key) => [key, value]))
    const bodyOf = (value: '' | null) => (body === undefined ? undefined : blank(body, value))
    const plain = await send(method, path, body === undefined ? undefined : {})
    expect(plain.code).toBe(200)
    expect(await send(method, path, bodyOf(''))).toMatchObject({ code: 200, total: plain.total })
    // The tree takes null for a place in it.
    if (path !== '/agent-management/agent-tree')
      expect(await send(method, path, bodyOf(null))).toMatchObject({ code: 200, total: plain.total })
    const search = new URLSearchParams(blank(query, ''))
    const asked = await send(method, `${path}?${search.toString()}`, body === undefined ? undefined : {})
    expect(asked).toMatchObject({ code: 200, total: plain.total })
  })

  it('a product that is named empty is no product: all units are found', async () => {
    const body = { product_key: '', device_name: '', online_status: '', agent_id: null, import_from: null }
    expect(await send('POST', '/device-inventory/device-list', body)).toMatchObject({ total: fleet.devices.length })
  })
})

describe('figures and map that are asked with the empty fields of a form', () => {
  // The moment of the answer is another one.
  const Figures = z.record(z.string(), z.unknown()).transform(({ as_of: _, at: __, ...figures }) => figures)

  it.each([
    ['GET', '/statistics/list-product-count'],
    ['GET', '/statistics/list-country-count'],
    ['GET', '/statistics/list-agent-count'],
    ['GET', '/statistics/list-device-status-count'],
    ['POST', '/map/list-map'],
  ])('%s %s answers as without them', async (method, path) => {
    const filled = {
      agent_id: '',
      product_key: '',
      ...(method === 'GET' ? { region_code: '' } : { online_status: '' }),
    }
    const asked =
      method === 'GET'
        ? await send(method, `${path}?${new URLSearchParams(filled).toString()}`)
        : await send(method, path, filled)
    const plain = await send(method, path)
    expect(plain.code).toBe(200)
    expect(asked.code).toBe(200)
    expect(Figures.parse(asked.data)).toEqual(Figures.parse(plain.data))
  })
})

describe('what empty stays a value', () => {
  it('null in the tree of distributors means the highest ones', async () => {
    const whole = await send('POST', '/agent-management/agent-tree', {})
    const top = await send('POST', '/agent-management/agent-tree', { parent_id: null })
    expect(top.total).toBeLessThan(whole.total ?? 0)
  })

  it.each([
    ['a required field of a read', 'POST', '/device-import/check-file', { file: '' }],
    ['a field of a change', 'POST', '/role/role-info', { role_name: 'Spec', level: '', permissions: [] }],
    ['a field that is not declared', 'POST', '/device-inventory/device-list', { nonsense: '' }],
  ])('%s is refused', async (_, method, path, body) => {
    expect(await send(method, path, body)).toMatchObject({ code: 400, msg: 'invalid input' })
  })
})

describe('the map without a view', () => {
  it('shows the whole world', async () => {
    const world = { box: { west: -180, south: -90, east: 180, north: 90 }, zoom: 0 }
    const asked = await send('POST', '/map/list-map', world)
    const unasked = await send('POST', '/map/list-map')
    expect(unasked.code).toBe(200)
    const Counts = z.object({ total: z.number(), in_view: z.number(), clusters: z.array(z.unknown()) })
    expect(Counts.parse(unasked.data)).toEqual(Counts.parse(asked.data))
  })
})
