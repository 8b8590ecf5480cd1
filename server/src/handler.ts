import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import type { Endpoint, InputOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { AppCaller, AppUserCaller, Caller } from './caller.ts'

/** What the audit line of a change says beyond its input; set by the handler, written by the transport. */
export type AuditNote = {
  /** Who, where no caller is known yet: the log-in itself. */
  uid?: number
  user_name?: string
  /** What was changed, as its key: a mac, a product_key. */
  object?: string
  /** Never a secret. */
  detail?: Record<string, unknown>
}

/** One line of the audit trail. */
export type AuditLine = {
  at: Date
  uid: number | null
  user_name: string
  address: string
  /** Name of the endpoint or socket command. */
  action: string
  /** `<noun> <id>`. */
  object: string
  /** Never a secret. */
  detail: Record<string, unknown>
  /** `ok` or the code of the refusal. */
  result: string
  request_id: string
  /** Verb of HTTP, or `socket`. */
  method: string
  user_agent: string
}

/**
 * Under what a refusal is counted. Where nobody is signed in it is the address, whomever the typed name means: otherwise
 * the line left out of a flood would tell, by the time of the answer, which names exist.
 */
export type CountedBy = 'account' | 'address'

export type WriteAudit = (line: AuditLine, counted?: CountedBy) => Promise<void>

/** Who makes a call, by what the call needs; null = the console, nobody signed in. */
export type CallerOf<Needs extends Endpoint['needs']> = Needs extends 'application'
  ? null
  : Needs extends 'app'
    ? AppCaller
    : Needs extends 'app-user'
      ? AppUserCaller
      : Caller

/** The circumstances of one call. */
export type CallOf<E extends Endpoint> = {
  caller: CallerOf<E['needs']>
  /** Remote IP address. */
  address: string
  user_agent: string
  request_id: string
  note: (note: AuditNote) => void
  /** Aborted when the caller hangs up before it was answered: long work for nobody ends. */
  signal: AbortSignal
}

/** A file a handler gives: the transport streams it as an attachment and then calls `done`, however that ended. */
export type ServedFile = { path: string; file_name: string; content_type: string; bytes: number; done: () => void }

/**
 * An answer in JSON already: of what the endpoint declares, written where it was found. For long lists that the database
 * writes: reading them only to write them again is most of the work of such a call.
 */
export class WrittenAnswer {
  /** The text in pieces, some of them bytes already: putting long ones together costs as much as writing them. */
  readonly pieces: readonly (string | Buffer)[]

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces
  }
}

/** A page whose list is written already, in pieces of some rows between commas. */
export const writtenList = (page: object, pieces: readonly string[]): WrittenAnswer =>
  new WrittenAnswer(
    '{"list":[',
    ...pieces.flatMap((piece, at) => (at === 0 ? [piece] : [',', piece])),
    `],${JSON.stringify(page).slice(1)}`,
  )

/** What a handler resolves to. */
export type AnswerOf<E extends Endpoint> = E extends { gives: 'file' } ? ServedFile : ResultOf<E> | WrittenAnswer

/** Answers one endpoint: parsed input in, data of the envelope out; throws `Refusal` for what may be refused. */
export type Handler<E extends Endpoint> = (input: InputOf<E>, call: CallOf<E>) => Promise<AnswerOf<E>>

/** One handler for each endpoint of the table: a missing one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Api[Name]> }
