import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'
import type { SmallAccount } from '../../test/small-fleet.ts'

const { console_ } = useFleetConsole()

/** An API token of an account. */
const tokenOf = async (account: SmallAccount, permissions: Permission[]): Promise<string> => {
  const person = await console_.signIn(account)
  const body = { token_name: `Assistant ${account}`, permissions, expires_in_days: 1 }
  return (await person.call(api.createApiToken, { body })).token
}

/** An assistant that is connected over HTTP. */
const connect = async (token: string, query = ''): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${console_.base_url}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return client
}

const textOf = (answer: Awaited<ReturnType<Client['callTool']>>): string => {
  const [part] = answer.content
  return part?.type === 'text' ? part.text : ''
}

describe('an assistant', () => {
  it('is offered the calls that read and that its token may, as tools', async () => {
    const client = await connect(await tokenOf('admin', ['device:view', 'alarm:view']))
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['deviceList', 'alarmList']))
    expect(names).not.toContain('auditList')
    const table: Record<string, Endpoint> = api
    expect(names.filter((name) => table[name]?.kind !== 'read')).toEqual([])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    await client.close()
  })

  it('sees what the token sees', async () => {
    const client = await connect(await tokenOf('admin', ['device:view']))
    const person = await console_.signIn('admin')
    const answer = await client.callTool({ name: 'deviceList', arguments: { body: {} } })
    const { total } = await person.call(api.deviceList, { body: {} })
    expect(JSON.parse(textOf(answer))).toMatchObject({ total })
    await client.close()
  })

  it('is given fewer tools where nouns are chosen', async () => {
    const client = await connect(await tokenOf('admin', ['device:view', 'alarm:view']), '?only=alarm')
    const { tools } = await client.listTools()
    const table: Record<string, Endpoint> = api
    expect(new Set(tools.map(({ name }) => table[name]?.of))).toEqual(new Set(['alarm']))
    await client.close()
  })

  it.each([
    { says: 'wrong input', name: 'deviceList', given: { query: { size: 100_000 } }, text: /^Refused: .*query|size/ },
    { says: 'a tool that changes', name: 'createApiToken', given: {}, text: 'There is no tool "createApiToken"' },
    { says: 'a tool it has no right for', name: 'auditList', given: {}, text: 'or the token has no right for it' },
  ])('is told in words what is refused: $says', async ({ name, given, text }) => {
    const client = await connect(await tokenOf('admin', ['device:view']))
    const answer = await client.callTool({ name, arguments: given })
    expect(answer.isError).toBe(true)
    expect(textOf(answer)).toMatch(text)
    await client.close()
  })

  it.each([
    { says: 'no token', headers: {} },
    { says: 'a token nobody has', headers: { authorization: 'Bearer nobody' } },
    { says: 'another scheme', headers: { authorization: 'Basic YTpi' } },
  ])('gets 401 with $says', async ({ headers }) => {
    const answer = await fetch(`${console_.base_url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([answer.status, answer.headers.get('www-authenticate')?.slice(0, 6)]).toEqual([401, 'Bearer'])
  })

  it('may start the program itself, which speaks over standard input and output', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const strange: Error[] = []
    client.onerror = (error) => strange.push(error)
    await client.connect(
      new StdioClientTransport({
        // As docs/mcp.md says: without --silent npm would write its own lines between those of the protocol.
        command: 'npm',
        args: ['--prefix', join(import.meta.dirname, '../../..'), 'run', '--silent', 'mcp', '--', '--only', 'device'],
        env: { HEATFLEET_URL: console_.base_url, HEATFLEET_TOKEN: await tokenOf('admin', ['device:view']) },
      }),
    )
    const person = await console_.signIn('admin')
    const { total } = await person.call(api.deviceList, { body: {} })
    const table: Record<string, Endpoint> = api
    const { tools } = await client.listTools()
    expect(new Set(tools.map(({ name }) => table[name]?.of))).toEqual(new Set(['device']))
    const answer = await client.callTool({ name: 'deviceList', arguments: { body: {} } })
    expect(JSON.parse(textOf(answer))).toMatchObject({ total })
    await client.close()
    expect(strange).toEqual([])
  })

  it('is told when the program lacks its address or token', async () => {
    const child = spawn(process.execPath, [`${import.meta.dirname}/../start/mcp-main.ts`], { env: {} })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, text]).toEqual([1, expect.stringContaining('HEATFLEET_TOKEN')])
  })
})
