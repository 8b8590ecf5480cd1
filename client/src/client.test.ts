import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { HeatfleetFailure, HeatfleetRefusal } from './errors.ts'
import { backOff, retryAfterMs } from './retry.ts'
import type { CallRow, ClientOptions } from './types.ts'

type Calls = {
  read: { request: { query?: { search?: string } }; answer: { value: number } }
  change: { request: { body: { name: string } }; answer: null }
  rows: {
    request: { query?: { pageNo?: number; size?: number } }
    answer: { list: number[]; total: number; pageNo: number; size: number }
  }
  whole: {
    request: { query?: { pageNo?: number; size?: number; cursor?: string }; body?: { sort_by?: string } }
    answer: { list: number[]; total: number; pageNo: number; size: number; next_cursor?: string | null }
  }
  history: {
    request: { query?: { cursor?: string } }
    answer: { rows: number[][]; next_cursor: string; more: boolean }
  }
  login: { request: { body: object }; answer: { token: string } }
  logoff: { request: Record<never, never>; answer: null }
  one: { request: { params: { id: string } }; answer: string }
}
const CALLS: Readonly<Record<keyof Calls, CallRow>> = {
  read: { method: 'GET', path: '/read', kind: 'read' },
  change: { method: 'POST', path: '/change', kind: 'change' },
  rows: { method: 'POST', path: '/rows', kind: 'read', pages: 'number' },
  whole: { method: 'POST', path: '/whole', kind: 'read', pages: 'list-cursor' },
  history: { method: 'GET', path: '/history', kind: 'read', pages: 'cursor' },
  login: { method: 'POST', path: '/user/login', kind: 'change' },
  logoff: { method: 'POST', path: '/user/logoff', kind: 'change' },
  one: { method: 'GET', path: '/one/:id', kind: 'read' },
}

type Answer = {
  status?: number
  headers?: Record<string, string>
  data?: unknown
  text?: string
  refusal?: string
  hang?: true
}
/** What the next requests are answered with, and what was asked. */
let answers: (Answer | ((url: URL) => Answer))[] = []
let asked: { url: string; headers: IncomingMessage['headers'] }[] = []

const server = createServer((request, response) => {
  request.resume()
  asked.push({ url: request.url ?? '', headers: request.headers })
  const next = answers.length > 1 ? answers.shift() : answers[0]
  const answer = typeof next === 'function' ? next(new URL(request.url ?? '', 'http://x')) : (next ?? {})
  if (answer.hang) return
  if (answer.status === 0) return void request.socket.destroy()
  const refused = { code: 400, data: null, msg: 'refused', error: { code: answer.refusal, field: 'name' } }
  const body = answer.refusal === undefined ? { code: 200, data: answer.data ?? null, msg: 'success' } : refused
  response.writeHead(answer.status ?? 200, { 'x-request-id': 'r-1', ...answer.headers })
  response.end(
    answer.text ??
      JSON.stringify(answer.status === undefined ? body : { code: answer.status, data: null, msg: 'busy' }),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.closeAllConnections())
beforeEach(() => {
  answers = []
  asked = []
})

const open = (options: Partial<ClientOptions> = {}) =>
  createClient<Calls>(CALLS, { url, retry: { first_ms: 1 }, credentials: { token: 't' }, ...options })

describe('a call', () => {
  it('brings key and token, and gives the data of the answer', async () => {
    answers = [{ data: { value: 3 } }]
    expect(await open().call('read', { query: { search: 'a b' } })).toEqual({ value: 3 })
    expect(asked[0]).toMatchObject({ url: '/read?search=a+b', headers: { key: 'heatfleet-console', token: 't' } })
  })

  it('is rejected with the code, field and request id of a refusal, and not sent again', async () => {
    answers = [{ refusal: 'name_taken' }]
    const error = await open()
      .call('change', { body: { name: 'x' } })
      .catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(HeatfleetRefusal)
    expect(error).toMatchObject({ code: 'name_taken', field: 'name', request_id: 'r-1' })
    expect(asked).toHaveLength(1)
  })

  it('escapes what stands in the path, and refuses to send a path without its parameter', async () => {
    answers = [{ data: 'ok' }]
    await open().call('one', { params: { id: '../a b' } })
    expect(asked[0]?.url).toBe('/one/..%2Fa%20b')
    await expect(open().call('one', { params: {} as { id: string } })).rejects.toThrow('needs id')
  })

  it('gives a file with its name', async () => {
    answers = [
      {
        text: 'a,b',
        headers: { 'content-disposition': 'attachment; filename="export"; filename*=UTF-8\'\'caf%C3%A9.csv' },
      },
    ]
    const file = (await open().call('read')) as unknown as { file_name: string; blob: Blob }
    expect([file.file_name, await file.blob.text()]).toEqual(['café.csv', 'a,b'])
  })
})

describe('attempts', () => {
  it.each([
    ['the connection breaks', { status: 0 }],
    ['a proxy says that the product is away', { status: 502, text: '<html>' }],
    ['the product restarts', { status: 503 }],
  ])('a read is sent again when %s', async (_, away) => {
    answers = [away, away, { data: { value: 1 } }]
    expect(await open().call('read')).toEqual({ value: 1 })
    expect(asked).toHaveLength(3)
  })

  it('a change is not sent again when nobody knows what became of it', async () => {
    answers = [{ status: 0 }, { data: null }]
    await expect(open().call('change', { body: { name: 'x' } })).rejects.toBeInstanceOf(HeatfleetFailure)
    expect(asked).toHaveLength(1)
  })

  it('a change that was sent away for its pace is sent again, after the time that the product says', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '0' } }, { data: null }]
    expect(await open().call('change', { body: { name: 'x' } })).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it('a wait longer than the client is ready for ends the attempts', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '3600' } }]
    await expect(open().call('read')).rejects.toMatchObject({ status: 429, request_id: 'r-1' })
    expect(asked).toHaveLength(1)
  })

  it('end after the given number', async () => {
    answers = [{ status: 503 }]
    await expect(open({ retry: { attempts: 3, first_ms: 1 } }).call('read')).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(3)
  })

  it('a bug of the product is a failure at once', async () => {
    answers = [{ status: 500 }]
    await expect(open().call('read')).rejects.toMatchObject({ name: 'HeatfleetFailure', status: 500 })
    expect(asked).toHaveLength(1)
  })

  it('end when the caller does, while one runs and while one waits', async () => {
    answers = [{ hang: true }]
    const running = new AbortController()
    const call = open().call('read', {}, { signal: running.signal })
    while (asked.length < 1) await new Promise((resolve) => setTimeout(resolve, 1))
    running.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')

    answers = [{ status: 429, headers: { 'retry-after': '20' } }]
    const waiting = new AbortController()
    const waits = open().call('read', {}, { signal: waiting.signal })
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 1))
    waiting.abort(new Error('enough'))
    await expect(waits).rejects.toThrow('enough')
  })

  it('are limited in time each', async () => {
    answers = [{ hang: true }]
    await expect(open({ timeout_ms: 20, retry: { attempts: 1 } }).call('read')).rejects.toThrow('no answer in 20 ms')
  })

  it.each([
    [2, 0, 250],
    [2, 1, 500],
    [3, 1, 1_000],
    [20, 1, 8_000],
  ])('attempt %i with chance %d waits %i ms', (at, random, wait_ms) => {
    expect(backOff(at, { attempts: 9, first_ms: 500, most_ms: 8_000 }, random)).toBe(wait_ms)
  })

  it.each([
    [null, null],
    ['3', 3_000],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 4_000],
    ['soon', null],
  ])('Retry-After %s is %s ms', (header, wait_ms) => {
    expect(retryAfterMs(header, 1_000)).toBe(wait_ms)
  })
})

describe('pages', () => {
  const page = (address: URL): Answer => {
    const [pageNo, size] = ['pageNo', 'size'].map((name) => Number(address.searchParams.get(name)))
    const all = [1, 2, 3, 4, 5]
    const from = ((pageNo ?? 1) - 1) * (size ?? 1)
    return { data: { list: all.slice(from, from + (size ?? 1)), total: 5, pageNo, size } }
  }

  it('are read to the last entry', async () => {
    answers = [page]
    const found: number[] = []
    for await (const one of open().each('rows', { query: { size: 2 } })) found.push(one)
    expect(found).toEqual([1, 2, 3, 4, 5])
    expect(asked).toHaveLength(3)
  })

  it('are asked for only as far as they are read', async () => {
    answers = [page]
    for await (const _ of open().each('rows', { query: { size: 2 } })) break
    expect(asked).toHaveLength(1)
  })

  it('follow a cursor until nothing is left', async () => {
    answers = [
      { data: { rows: [[1]], next_cursor: 'c1', more: true } },
      { data: { rows: [[2]], next_cursor: 'c2', more: false } },
    ]
    const found: number[][] = []
    for await (const row of open().each('history')) found.push(row)
    expect(found).toEqual([[1], [2]])
    expect(asked.map((one) => one.url)).toEqual(['/history', '/history?cursor=c1'])
  })

  it('of a list that has a cursor are read by it', async () => {
    answers = [
      { data: { list: [1, 2], total: 3, pageNo: 1, size: 2, next_cursor: 'c1' } },
      { data: { list: [3], total: 3, pageNo: 1, size: 2, next_cursor: null } },
    ]
    const found: number[] = []
    for await (const one of open().each('whole', { query: { size: 2 } })) found.push(one)
    expect(found).toEqual([1, 2, 3])
    expect(asked.map((one) => one.url)).toEqual(['/whole?size=2&cursor=start', '/whole?size=2&cursor=c1'])
  })

  it.each([
    ['a page', { query: { pageNo: 2, size: 1 } }, '/whole?pageNo=2&size=1'],
    ['an order', { query: { size: 1 }, body: { sort_by: 'name' } }, '/whole?size=1&pageNo=1'],
  ])('of such a list are read by number where %s is named', async (_, request, address) => {
    answers = [{ data: { list: [], total: 0, pageNo: 1, size: 1 } }]
    for await (const one of open().each('whole', request)) expect(one).toBeUndefined()
    expect(asked.map((one) => one.url)).toEqual([address])
  })
})

describe('a session', () => {
  const person = { user_name: 'anna', password: 'secret' }

  it('is opened once for calls that are made together', async () => {
    answers = [(address) => ({ data: address.pathname === '/user/login' ? { token: 'made' } : { value: 1 } })]
    const client = open({ credentials: person })
    await Promise.all([client.call('read'), client.call('read'), client.call('read')])
    expect(asked.filter((one) => one.url === '/user/login')).toHaveLength(1)
    expect(asked.at(-1)?.headers.token).toBe('made')
  })

  it('is opened anew when it is over, and the call made once more', async () => {
    answers = [
      { data: { token: 'first' } },
      { refusal: 'invalid_token' },
      { data: { token: 'second' } },
      { data: { value: 1 } },
    ]
    expect(await open({ credentials: person }).call('read')).toEqual({ value: 1 })
    expect(asked.map((one) => one.headers.token)).toEqual([undefined, 'first', undefined, 'second'])
  })

  it('is ended by signing out; a given token is not', async () => {
    answers = [{ data: { token: 'made' } }]
    const client = open({ credentials: person })
    await client.token()
    await client.signOut()
    expect(asked.map((one) => one.url)).toEqual(['/user/login', '/user/logoff'])
    await open().signOut()
    expect(asked).toHaveLength(2)
  })

  it('of a given token is not opened anew', async () => {
    answers = [{ refusal: 'invalid_token' }]
    await expect(open().call('read')).rejects.toMatchObject({ code: 'invalid_token' })
    expect(asked).toHaveLength(1)
  })
})
