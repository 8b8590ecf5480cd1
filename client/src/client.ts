import { HeatfleetRefusal } from './errors.ts'
import { pagesOf } from './paging.ts'
import { RETRY, withRetry } from './retry.ts'
import { attemptCall, type Parts } from './send.ts'
import type { CallOptions, CallRow, CallShapes, Client, ClientOptions, Credentials, Session } from './types.ts'

/** The key of the console's own calls: an identifier, no secret. */
const CONSOLE_KEY = 'heatfleet-console'
const TIMEOUT_MS = 60_000

/** A client of the calls in `table`. */
export const createClient = <Calls extends CallShapes<Calls>>(
  table: Readonly<Record<keyof Calls & string, CallRow>>,
  options: ClientOptions,
): Client<Calls> => {
  const rows: Readonly<Record<string, CallRow>> = table
  const retry = { ...RETRY, ...options.retry }
  const url = options.url.replace(/\/+$/, '')
  const send = options.fetch ?? fetch

  const sendWith = (token: string | null, name: string, parts: Parts, { signal, timeout_ms }: CallOptions) => {
    const row = rows[name]
    if (row === undefined) throw new TypeError(`${name} is no call of this version of the product.`)
    const headers = {
      key: options.key ?? CONSOLE_KEY,
      ...(options.secret === undefined ? {} : { secret: options.secret }),
      ...(token === null ? {} : { token }),
    }
    const how = { headers, signal, timeout_ms: timeout_ms ?? options.timeout_ms ?? TIMEOUT_MS }
    return withRetry(() => attemptCall(send, url, row, parts, how), retry, signal)
  }
  const session = openSession(options.credentials, (body) => sendWith(null, 'login', { body }, {}))

  const call = async (name: string, parts: Parts = {}, how: CallOptions = {}): Promise<unknown> => {
    const token = name === 'login' ? null : await session.token()
    try {
      return await sendWith(token, name, parts, how)
    } catch (error) {
      const is_over = error instanceof HeatfleetRefusal && error.code === 'invalid_token'
      if (!is_over || token === null || !session.forget(token)) throw error
      return sendWith(await session.token(), name, parts, how)
    }
  }
  const pages = (name: string, parts: Parts = {}, how: CallOptions = {}) =>
    pagesOf(rows[name], (next) => call(name, next, how), parts)
  const each = async function* (name: string, parts?: Parts, how?: CallOptions) {
    for await (const page of pages(name, parts, how)) yield* page.list ?? page.rows ?? []
  }
  const signOut = async (): Promise<void> => {
    const token = session.opened()
    if (token === null) return
    session.forget(token)
    await sendWith(token, 'logoff', {}, {})
  }
  // The generated `Calls` gives each name its types; the product vouches for what it answers.
  return { call, pages, each, session: session.session, token: session.token, signOut } as unknown as Client<Calls>
}

/** The token of a client; of a person, the session that is opened when it is needed. */
const openSession = (credentials: Credentials | undefined, logIn: (body: object) => Promise<unknown>) => {
  let opening: Promise<Session> | null = null
  let opened: string | null = null
  const open = async (person: Exclude<Credentials, { token: string }>): Promise<Session> => {
    const { user_name, password, code } = person
    const answer = await logIn({ user_name, password, ...(code === undefined ? {} : { code: await code() }) })
    const { uid, token } = answer as Session // the answer of `login`
    opened = token
    return { uid, token }
  }
  /** Calls that are made at the same time open one session. */
  const session = async (): Promise<Session> => {
    if (credentials === undefined || 'token' in credentials)
      throw new TypeError('Only a person has a session: give user_name and password.')
    opening ??= open(credentials).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    session,
    token: async (): Promise<string | null> => {
      if (credentials === undefined) return null
      return 'token' in credentials ? credentials.token : (await session()).token
    },
    opened: () => opened,
    /** True when a new session can be opened in the place of this one. */
    forget: (token: string): boolean => {
      if (credentials === undefined || 'token' in credentials) return false
      if (opened === token) {
        opening = null
        opened = null
      }
      return true
    },
  }
}
