import { request } from 'node:http'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { z } from 'zod'

/** What came back: the HTTP status, the bytes, and the code of the refusal (`ok` when there was none). */
export type RawAnswer = { status: number; text: string; outcome: string; data: unknown }

const Answer = z.object({
  code: z.number(),
  data: z.unknown(),
  error: z.object({ code: z.string() }).optional(),
})

/** One call as an attacker makes it: any headers, any body, from any of this machine's own addresses. */
export const rawCall = (
  url: string,
  path: string,
  how: { method?: string; headers?: Record<string, string>; body?: string; from?: string } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${url}${API_PREFIX}${path}`,
      {
        method: how.method ?? 'POST',
        headers: { key: CONSOLE_APPLICATION_KEY, ...how.headers },
        ...(how.from === undefined ? {} : { localAddress: how.from }),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => resolve(read(answer.statusCode ?? 0, text)))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close on a body it does not want to read: a refusal like any other.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(read(0, ''))
      else reject(error)
    })
    sent.end(how.body)
  })

const read = (status: number, text: string): RawAnswer => {
  try {
    const { code, data, error } = Answer.parse(JSON.parse(text))
    return { status, text, data, outcome: error?.code ?? (code === 200 ? 'ok' : String(code)) }
  } catch {
    // No envelope: only a status.
    return { status, text, data: null, outcome: `http ${status}` }
  }
}

/** Tries a password; what follows from it is the server's answer. */
export const tryPassword = (
  url: string,
  user_name: string,
  password: string,
  from?: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  rawCall(url, '/user/login', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user_name, password }),
    ...(from === undefined ? {} : { from }),
  })

/** Runs a task `count` times, `at_once` of them concurrently. */
export const many = async (count: number, at_once: number, one: (at: number) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await one(next - 1)
    }
  }
  await Promise.all(Array.from({ length: at_once }, worker))
}
