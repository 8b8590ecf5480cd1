import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'

const { console_ } = useFleetConsole()
/** More than is read in memory: 5,000 fault codes. */
const LIST = `set,code,name\n${Array.from({ length: 5_000 }, (_, n) => `A,E${n},Flow sensor number ${n}`).join('\n')}\n`
const CONTENT = Buffer.from(LIST).toString('base64')
let token: string

beforeAll(async () => {
  token = (await console_.signIn('admin')).token
})
const send = async (body: string): Promise<{ status: number; code: number; error?: object; data: unknown }> => {
  const answer = await fetch(`${console_.base_url}${API_PREFIX}${api.faultImportRead.path}`, {
    method: 'POST',
    headers: { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, ...((await answer.json()) as { code: number; data: unknown }) }
}
const files = (): string[] => {
  try {
    return readdirSync(join(tmpdir(), `heatfleet-uploads-${process.pid}`))
  } catch {
    return []
  }
}

describe('a sheet in the body of a call', () => {
  it('is written into a file while it arrives, read from there, and gone with the answer', async () => {
    const answer = await send(JSON.stringify({ file_name: 'codes.csv', content: CONTENT }))
    expect(answer).toMatchObject({ code: 200, data: { sheet: 'CSV' } })
    await expect.poll(files).toEqual([])
  })

  it.each([
    ['that is no base64', `${CONTENT}!`],
    ['with letters of another base64', `${CONTENT.slice(0, -4)}__==`],
    [
      'that goes on behind its padding',
      `${Buffer.from(`${LIST}x`).toString('base64').replace(/=*$/, '')}=A==${CONTENT}`,
    ],
  ])('%s is refused as in a small body', async (_, content) => {
    const small = await send(JSON.stringify({ file_name: 'codes.csv', content: '!' }))
    const large = await send(JSON.stringify({ file_name: 'codes.csv', content }))
    expect(small.error).toMatchObject({ code: 'invalid_input', field: 'content' })
    expect(large.error).toEqual(small.error)
    await expect.poll(files).toEqual([])
  })

  it('in JSON that breaks off, or longer than the limit, leaves no file', async () => {
    expect((await send(`{"file_name":"a","content":"${CONTENT}`)).status).toBe(400)
    const long = 'A'.repeat(LIMITS.import_body_bytes)
    expect((await send(`{"file_name":"a","content":"${long}"}`)).status).toBe(413)
    await expect.poll(files).toEqual([])
  })

  it('of another call is not read by its name', async () => {
    const answer = await send(
      JSON.stringify({ file_name: 'codes.csv', content: Buffer.alloc(24, 7).toString('base64') }),
    )
    expect(answer).toMatchObject({ error: { code: 'sheet_unreadable' } })
  })
})
