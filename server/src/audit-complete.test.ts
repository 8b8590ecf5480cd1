import { api } from '@heatfleet/contract/api.ts'
import messages from '@heatfleet/contract/audit/messages.en.json' with { type: 'json' }
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { type ConsoleCall, requestAbout, rowsOf } from '../test/access/rows.ts'
import { NOWHERE, subjectOf } from '../test/access/stage.ts'
import { useFleetConsole } from '../test/fleet-console.ts'
import { codeOf } from '../test/refusals.ts'
import { signIn } from '../test/sign-in.ts'
import type { SmallAccount } from '../test/small-fleet.ts'
import { systemClock } from './platform/clock.ts'

const { database, fleet, console_ } = useFleetConsole()

/** Every call of the console that changes something, from the table itself: a new one is here by being there. */
const CHANGES = (Object.entries(api) as [ConsoleCall, Endpoint][]).filter(
  // App calls are no calls of the console: they go.
  ([, endpoint]) => endpoint.kind === 'change' && !isAppCall(endpoint),
)
const newestLine = async (): Promise<number> =>
  Number(
    (
      await database.db
        .selectFrom('audit_log')
        .select((row) => row.fn.max('audit_id').as('id'))
        .executeTakeFirst()
    )?.id ?? 0,
  )
/** Lines of calls; what a batch does meanwhile leaves its own (features/batches). */
const linesAfter = (mark: number) =>
  database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('audit_id', '>', String(mark))
    .where('method', '<>', 'batch')
    .orderBy('audit_id')
    .execute()

describe('each change leaves exactly one entry', () => {
  const requestFor = (name: ConsoleCall): object => {
    const [row] = rowsOf(name)
    const device = fleet.devices[2]
    if (row === undefined || device === undefined) throw new Error(`${name} has no row, or the fleet no device`)
    // A device and a distributor of province A; of any other noun one that does not exist.
    const id = row.about === 'distributor' ? fleet.distributors.A11.agent_id : row.about === 'app_user' ? 1 : NOWHERE
    return requestAbout(fleet, name, row, subjectOf({ id, label: name, mac: device.mac }))
  }

  it.each(CHANGES)('%s, by any account and with any outcome', async (name, endpoint) => {
    const wrong: string[] = []
    // The administrator is let in, the others are refused for want of the right, or of the row.
    for (const person of ['admin', 'auditor', 'province_b', 'county_a11'] as const satisfies SmallAccount[]) {
      const { token } = await signIn({ database, clock: systemClock }, fleet.accounts[person])
      const mark = await newestLine()
      const code = await codeOf(console_.clientOf(token)(endpoint, requestFor(name) as never))
      const lines = await linesAfter(mark)
      const own = lines.map(({ action, result }) => `${action} ${result}`)
      if (own.length !== 1 || own[0] !== `${name} ${String(code)}`)
        wrong.push(`${person} got ${String(code)}, lines: ${own.join(', ') || 'none'}`)
      for (const line of lines) {
        if (line.request_id === '' || line.address === '' || line.object === '')
          wrong.push(`${person}: an entry with empty fields`)
        if (endpoint.needs !== 'application' && line.uid !== fleet.accounts[person])
          wrong.push(`${person}: another account's entry`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('each refused access leaves an entry', () => {
  it('of a read without the right, and of a device of another distributor', async () => {
    const { token } = await signIn({ database, clock: systemClock }, fleet.accounts.city_a2)
    const call = console_.clientOf(token)
    const mark = await newestLine()
    const mac = fleet.devices[5]?.mac ?? ''
    expect(await codeOf(call(api.deviceInfo, { query: { mac } }))).toBe('device_not_found')
    expect(await codeOf(call(api.auditList))).toBe('no_permission')
    expect(await codeOf(call(api.deviceList))).toBe('ok')
    expect(await linesAfter(mark)).toMatchObject([
      { action: 'deviceInfo', object: `device ${mac}`, result: 'device_not_found', method: 'GET' },
      { action: 'auditList', result: 'no_permission', agent_path: fleet.distributors.A2.agent_path },
    ])
  })

  it('but not of an unknown token', async () => {
    const mark = await newestLine()
    expect(await codeOf(console_.clientOf('x'.repeat(43))(api.deviceList))).toBe('invalid_token')
    expect(await linesAfter(mark)).toEqual([])
  })
})

describe('what an entry says', () => {
  const keysOf = (part: unknown): string[] => (typeof part === 'object' && part !== null ? Object.keys(part) : [])

  it('is named in the console: every field that any change of this file wrote down', async () => {
    const lines = await database.db.selectFrom('audit_log').select(['action', 'detail']).execute()
    const fields = lines.flatMap(({ action, detail: { before, after, ...rest } }) =>
      [...keysOf(before), ...keysOf(after), ...keysOf(rest)].map((field) => [field, action] as const),
    )
    expect(fields.length).toBeGreaterThan(50)
    expect(Object.fromEntries(fields.filter(([field]) => !Object.hasOwn(messages.field_names, field)))).toEqual({})
  })
})
