/** A call of the product, as the generated table has it. */
export type CallRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its prefix; parameters as `:name`. */
  path: string
  /** `read` changes nothing, so that it may be sent again. */
  kind: 'read' | 'change'
  gives?: 'file'
  /**
   * How the answer goes on: pages by number (`list`, `total`), a cursor (`rows`, `next_cursor`, `more`), or a list that has
   * both (`list`, `next_cursor`).
   */
  pages?: 'number' | 'cursor' | 'list-cursor'
}

/** What a call takes and gives; the generated `Calls` has one for each name. */
type CallShape = { request: object; answer: unknown }
export type CallShapes<Calls> = { [Name in keyof Calls]: CallShape }

/** A file as it was sent: the name that the product gave it, and its bytes. */
export type ReceivedFile = { file_name: string; blob: Blob }

export type CallOptions = {
  signal?: AbortSignal
  /** How long one attempt may take, in ms; 60 s unless the client says otherwise. */
  timeout_ms?: number
}

/** How often and how fast calls are sent again. */
export type RetryOptions = {
  /** Attempts in all; 1 = never again. */
  attempts: number
  /** Wait before the second attempt, in ms; doubled for each further one, a random half of it left out. */
  first_ms: number
  /** No wait is longer, in ms; a `Retry-After` that asks for more ends the attempts. */
  most_ms: number
}

/** A token, or what is needed to get one. */
export type Credentials =
  | { token: string }
  /** Of a person: signs in at the first call, and once more when the session is over. */
  | { user_name: string; password: string; code?: () => string | Promise<string> }

/** A signed-in person: the number of the account and the token. */
export type Session = { uid: number; token: string }

export type ClientOptions = {
  /** Address of the product: `https://heat.example.com`. Empty in a page that the product serves. */
  url: string
  credentials?: Credentials
  /** Key of the application, header `key`; that of the console if left out. Third parties: `heatfleet-owner-data`. */
  key?: string
  /** Secret of a registered app, header `secret`; only sign-up and sign-in calls of the app API need it. */
  secret?: string
  retry?: Partial<RetryOptions>
  timeout_ms?: number
  fetch?: typeof fetch
}

type Rest<Request> =
  Record<never, never> extends Request
    ? [request?: Request, options?: CallOptions]
    : [request: Request, options?: CallOptions]

/** One entry of an answer that comes in pages. */
type ItemOf<Answer> = Answer extends { list: readonly (infer Item)[] }
  ? Item
  : Answer extends { rows: readonly (infer Row)[] }
    ? Row
    : never

/** Names of the calls whose answers come in pages. */
type PagedCall<Calls extends CallShapes<Calls>> = {
  [Name in keyof Calls]: Calls[Name]['answer'] extends
    | { list: readonly unknown[]; total: number; pageNo: number }
    | { rows: readonly unknown[]; next_cursor: string }
    ? Name
    : never
}[keyof Calls] &
  string

export type Client<Calls extends CallShapes<Calls>> = {
  /** Sends a call; resolves to its answer, or rejects with {@link HeatfleetRefusal} or {@link HeatfleetFailure}. */
  call: <Name extends keyof Calls & string>(
    name: Name,
    ...rest: Rest<Calls[Name]['request']>
  ) => Promise<Calls[Name]['answer']>
  /** The answers of a call that come in pages, one after the other. */
  pages: <Name extends PagedCall<Calls>>(
    name: Name,
    ...rest: Rest<Calls[Name]['request']>
  ) => AsyncGenerator<Calls[Name]['answer'], void, undefined>
  /** The entries of all pages. */
  each: <Name extends PagedCall<Calls>>(
    name: Name,
    ...rest: Rest<Calls[Name]['request']>
  ) => AsyncGenerator<ItemOf<Calls[Name]['answer']>, void, undefined>
  /** The token of the session or program, after signing in where there is none yet. */
  token: () => Promise<string | null>
  /** The session of a person, opened where there is none yet; refuses where a token was given. */
  session: () => Promise<Session>
  /** Ends the session that this client opened; a token that was given to it stays good. */
  signOut: () => Promise<void>
}
