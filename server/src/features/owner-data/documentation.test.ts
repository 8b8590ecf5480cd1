import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../../test/owner-data-case.ts'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../../../docs/owner-data.md'), 'utf8')
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }))
/** Each request of the page with the answer that stands below it. */
const examples = blocks.flatMap(({ kind, text }, at) =>
  kind === 'http' ? [{ request: text, answer: JSON.parse(blocks[at + 1]?.text ?? 'null') as unknown }] : [],
)
const { database, fleet, console_ } = useFleetConsole()
const MINUTE = 60_000
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
let device_id = ''
let headers: Record<string, string> = {}

beforeAll(async () => {
  const of = await ownerDataCase({ database, fleet, console_ })
  const device = of.unit(0)
  device_id = device.mac
  await of.report(
    device,
    [0, 1, 2].map((minute) => [START + minute * MINUTE, { [T_IN]: 300, [T_OUT]: 350 + minute }] as const),
  )
  const { token } = await of.own('reader@example.com', device, 60)
  headers = { key: of.app.app_key, token, 'content-type': 'application/json' }
})

/** Sends an example; returns the data of its answer. */
const send = async (request: string): Promise<unknown> => {
  const [line = '', ...rest] = request.replaceAll('{device_id}', device_id).split('\n')
  const [method = '', path = ''] = line.split(' ')
  const body = rest.join('\n').trim()
  const answer = await fetch(`${console_.base_url}${path}`, { method, headers, ...(body === '' ? {} : { body }) })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
  if (code !== 200) throw new Error(`${line}: ${msg}`)
  return data
}

/** Names of the fields of a value at all depths; of a list, those of its first entry. */
const fieldsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fieldsOf(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fieldsOf(part)]))
}

describe('the page about the form of the owner’s data', () => {
  it('has an answer below each request', () => {
    expect(examples).toHaveLength(4)
  })

  it.each(examples.map(({ request, answer }) => [request.split('\n')[0] ?? '', request, answer] as const))(
    '%s answers as the page shows',
    async (_, request, answer) => {
      const shown = fieldsOf(answer) as Record<string, unknown>
      const answered = fieldsOf(await send(request)) as Record<string, unknown>
      expect(Object.keys(answered).toSorted()).toEqual(Object.keys(shown).toSorted())
      for (const list of ['points', 'values', 'rows']) if (list in shown) expect(answered[list]).toBeInstanceOf(Array)
      const first = (of: Record<string, unknown>) =>
        Object.keys(Object((of.points as unknown[] | undefined)?.[0])).toSorted()
      expect(first(answered)).toEqual(first(shown))
    },
  )

  it('has a program that reads the history of a third party', async () => {
    const request = examples.find(({ request }) => request.startsWith('POST'))?.request ?? ''
    const { token } = (await send(request)) as { token: string }
    const program = blocks.find(({ kind }) => kind === 'js')?.text ?? ''
    // The program counts on the name of its file before its arguments.
    const args = ['--input-type=module', '-e', program, '--', 'follow.js', `${console_.base_url}/JCloud`, token, 'once']
    const { stdout } = await run(process.execPath, args)
    const rows = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as number[])
    expect(rows.map(([at]) => at)).toEqual([0, 1, 2].map((minute) => START + minute * MINUTE))
  })
})
