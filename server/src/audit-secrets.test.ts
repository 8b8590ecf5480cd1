import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type ConsoleCall, isAboutOne, requestAbout, rowsOf } from '../test/access/rows.ts'
import { NOWHERE, subjectOf } from '../test/access/stage.ts'
import { useFleetConsole } from '../test/fleet-console.ts'
import { signIn } from '../test/sign-in.ts'
import { systemClock } from './platform/clock.ts'

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const { database, fleet, console_ } = useFleetConsole({}, { log })

/** What a person types in secret; as long as a password may be. */
const MARK = 'Leak-Me-47110815'
/** Inputs and answers that only their owner may read. */
const SECRET =
  /^(old_password|new_password|password|code|secret|secret_hex|app_secret|product_secret|token|uri|recovery_codes?|browser_token)$/
/** What names a fault in the knowledge base is called a code too, and is for everybody to read. */
const isSecret = (key: string, of: string) => SECRET.test(key) && !(key === 'code' && of === 'fault-code')
const CHANGES = (Object.entries(api) as [ConsoleCall, Endpoint][]).filter(
  // App calls are no calls of the console: they go.
  ([, endpoint]) => endpoint.kind === 'change' && !isAppCall(endpoint),
)

const requestFor = (name: ConsoleCall): object => {
  const [row] = rowsOf(name)
  const device = fleet.devices[2]
  if (row === undefined || device === undefined) throw new Error(`${name} has no row, or the fleet no device`)
  // An account that exists, so that what is created for it is answered.
  const ids = { distributor: fleet.distributors.A11.agent_id, account: fleet.accounts.county_a11, app_user: 1 }
  const id = isAboutOne(row) && row.about in ids ? ids[row.about as keyof typeof ids] : NOWHERE
  return requestAbout(fleet, name, row, subjectOf({ id, label: name, mac: device.mac }))
}

/** The same with every secret of it marked. */
const marked = (value: unknown, of: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => marked(item, of))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecret(key, of) && typeof item === 'string' ? MARK : marked(item, of),
    ]),
  )
}

/** Every secret text in an answer. */
const secretsIn = (value: unknown, of: string, is_secret = false): string[] => {
  if (typeof value === 'string') return is_secret && value.length >= 6 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => secretsIn(item, of, is_secret || isSecret(key, of)))
}

const readAudit = async (call: Call, endpoint: Endpoint, request: object): Promise<string[]> =>
  call(endpoint, request as never).then(
    (answer) => secretsIn(answer, endpoint.of),
    // A refusal contains no secret; its code does not matter here.
    () => [],
  )

const secrets = new Set<string>([MARK])
let tried = 0
let found = 0

describe('no secret that goes into a change or comes out of it', () => {
  it.each(CHANGES)('is tried with %s', async (name, endpoint) => {
    const { token } = await signIn({ database, clock: systemClock }, fleet.accounts.admin)
    secrets.add(token)
    const call = console_.clientOf(token)
    const request = requestFor(name)
    const code = isSecret('code', endpoint.of) ? { code: MARK } : {}
    for (const sent of [request, marked(request, endpoint.of) as object]) {
      const answered = await readAudit(call, endpoint, sent)
      for (const secret of answered) secrets.add(secret)
      if (answered.length > 0) found += 1
    }
    // And in unexpected places: in the address and in the body of a call that has no such field.
    for (const place of ['query', 'body'] as const) {
      const of_place: object = place in request ? ((request as Record<string, object>)[place] ?? {}) : {}
      await readAudit(call, endpoint, { ...request, [place]: { ...of_place, password: MARK, secret: MARK, ...code } })
    }
    tried += 1
  })

  it('is in the audit log or in the log after all of them', async () => {
    const lines = await database.db.selectFrom('audit_log').selectAll().execute()
    const written = `${JSON.stringify(lines)}\n${logged.join('')}`
    expect([...secrets].filter((secret) => written.includes(secret))).toEqual([])
    expect(tried).toBe(CHANGES.length)
    expect(lines.length).toBeGreaterThanOrEqual(CHANGES.length)
    // Passwords, tokens, codes, shared secrets: several calls returned some, or the test proves nothing.
    expect(found).toBeGreaterThan(5)
    // The search itself finds what is there.
    expect(written).toContain('deviceUpdate')
  })
})
