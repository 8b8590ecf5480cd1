import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { firstOf, inTurn, sumOf, type Tried } from './matrix.ts'
import { type ConsoleCall, keysOf, requestOf } from './rows.ts'
import type { AccessStage } from './stage.ts'

/** Values that are wrong for most fields, and the largest and smallest that a column of the database can hold and cannot. */
const WRONG: readonly unknown[] = [
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  1e300,
  '',
  ' ',
  '2147483648',
  'x'.repeat(5_000),
  'null byte \u0000',
  'half a pair \ud800',
  "' or 1=1 --",
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  true,
  null,
  [],
  [null],
  [2_147_483_648],
  {},
  { a: { b: {} } },
]

type Sent = { params?: object; query?: object; body?: unknown }

/**
 * One call by the administrator, each of its declared fields in turn with each wrong value beside what it needs: refused or
 * accepted, never a failure of the server.
 */
export const tryWrongInputs = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> => {
  const endpoint: Endpoint = api[name]
  const { row, subject } = await firstOf(stage, name)
  const sent: Sent = requestOf(stage, name, row, subject)
  const parts = (['params', 'query', 'body'] as const).filter((part) => part !== 'body' || endpoint.method !== 'GET')
  const fields = parts.flatMap((part) => [...keysOf(endpoint[part])].map((field) => ({ part, field })))
  // Otherwise a third of the values for each field, other ones for the next.
  const share = propertyRuns(10) === 10 ? 1 : 3
  const tried = await inTurn([...fields.entries()], async ([at, { part, field }]) => {
    // A call may end the session it is made in.
    const token = await stage.sessionOf(stage.fleet.accounts.admin)
    return inTurn(
      WRONG.filter((_, index) => index % share === at % share),
      async (value): Promise<Tried> => {
        const whole = { ...sent, [part]: { ...Object(sent[part]), [field]: value } }
        const status = await statusOf(stage, token, endpoint, whole)
        const wrong =
          status >= 500 ? [`${name}: ${field} = ${JSON.stringify(value)?.slice(0, 40)} in ${part}: ${status}`] : []
        return { tried: 1, wrong }
      },
    )
  })
  return sumOf(tried.flat())
}

const statusOf = async (
  { server }: AccessStage,
  token: string,
  { method, path }: Endpoint,
  { params, query, body }: Sent,
): Promise<number> => {
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(textOf(Reflect.get(params ?? {}, key))))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, textOf(value)]),
  )
  const response = await fetch(`${server.base_url}${API_PREFIX}${url}?${search.toString()}`, {
    method,
    headers: { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** A value as an address carries it; a half pair cannot be written there. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

/** Calls that take anything. */
export const hasFields = (name: ConsoleCall): boolean => {
  const { params, query, body }: Endpoint = api[name]
  return [params, query, body].some((part) => keysOf(part).size > 0)
}
