import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { solveProof } from '@heatfleet/contract/session/sign-in-proof.ts'
import { z } from 'zod'

/** What came back: the HTTP status, the bytes, and the code of the refusal (`ok` when there was none). */
export type RawAnswer = { status: number; text: string; outcome: string; data: unknown }

const Answer = z.object({
  code: z.number(),
  data: z.unknown(),
  error: z.object({ code: z.string() }).optional(),
})

const Challenge = z.object({ error: z.object({ details: z.object({ challenge: z.string(), bits: z.number() }) }) })

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

/** Tries a password, with the proof of work where the server asks for one; what follows from it is the server's answer. */
export const tryPassword = async (
  url: string,
  user_name: string,
  password: string,
  from?: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> => {
  const send = (proof: object = {}) =>
    rawCall(url, '/user/login', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ user_name, password, ...proof }),
      ...(from === undefined ? {} : { from }),
    })
  const answer = await send()
  if (answer.outcome !== 'sign_in_proof_required') return answer
  const { challenge, bits } = Challenge.parse(JSON.parse(answer.text)).error.details
  const sha256 = (text: Uint8Array) => createHash('sha256').update(text).digest()
  return send({ proof: await solveProof({ challenge, bits }, sha256, () => setImmediate()) })
}

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
