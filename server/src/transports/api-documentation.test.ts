import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const codeIn = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''
const { fleet, console_, as } = useFleetConsole()
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  const admin = await as('admin')
  const { token } = await admin(api.createApiToken, {
    body: { token_name: 'Page', permissions: ['device:view'], expires_in_days: 1 },
  })
  env = { ...process.env, HEATFLEET_URL: console_.base_url, HEATFLEET_TOKEN: token }
})

const run = async (program: string, text: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, ['-c', text], { env })
  return stdout.trim()
}

it('the first call of the page is answered', async () => {
  expect(JSON.parse(await run('sh', codeIn('sh')))).toMatchObject({
    code: 200,
    msg: 'success',
    data: { total: fleet.devices.length, size: 2 },
  })
})

it('the program of the page reads the whole list', async () => {
  const macs = (await run('python3', codeIn('python'))).split('\n')
  expect(macs.toSorted()).toEqual(fleet.devices.map(({ mac }) => mac).toSorted())
})

it('a refusal is as the page shows it', async () => {
  const shown: unknown = JSON.parse(codeIn('json'))
  const answer: unknown = JSON.parse(await run('sh', codeIn('sh').replace('size=2', 'size=1000')))
  expect(answer).toEqual({ ...Object(shown), request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

it('the document names the key of each kind of caller', async () => {
  const text = await (await fetch(`${console_.base_url}/JCloud/openapi.json`)).text()
  for (const key of ['heatfleet-console', 'heatfleet-owner-data']) {
    expect(text).toContain(key)
    expect(page).toContain(`\`${key}\``)
  }
})

it.each(['openapi.json', 'asyncapi.json', 'asyncapi-device.json'])(
  'the document %s is where the page says',
  async (name) => {
    expect(page).toContain(`/JCloud/${name}`)
    expect((await fetch(`${console_.base_url}/JCloud/${name}`)).status).toBe(200)
  },
)
