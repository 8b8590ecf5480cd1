import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import type { Endpoint, InputOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { AppCaller, AppUserCaller, Caller, DataRecipient } from './caller.ts'

/** Additional fields of a call's audit entry; set by the handler, written by the transport. */
export type AuditNote = {
  /** The actor, where the call has no caller yet: a log-in. */
  uid?: number
  user_name?: string
  /** What was changed, as its key: a mac, a product_key. */
  object?: string
  /** Never a secret. */
  detail?: Record<string, unknown>
  /** A successful read is an entry too. */
  is_audited?: true
}

/** One entry of the audit log. */
export type AuditEntry = {
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
 * What the flood limit of audited refusals counts by. Without a signed-in caller it is the address, not the typed name:
 * otherwise the response time would reveal which names exist.
 */
export type CountedBy = 'account' | 'address'

export type WriteAudit = (line: AuditEntry, counted?: CountedBy) => Promise<void>

/** The caller by what the endpoint needs; null = the console without a signed-in user. */
type CallerOf<Needs extends Endpoint['needs']> = Needs extends 'application'
  ? null
  : Needs extends 'app'
    ? AppCaller
    : Needs extends 'app-user'
      ? AppUserCaller
      : Needs extends 'data-recipient'
        ? DataRecipient
        : Caller

/** Context of one call. */
export type CallOf<E extends Endpoint> = {
  caller: CallerOf<E['needs']>
  /** Remote IP address. */
  address: string
  user_agent: string
  request_id: string
  note: (note: AuditNote) => void
  /** Aborted when the caller disconnects before the answer: ends long work. */
  signal: AbortSignal
}

/** A file returned by a handler: the transport streams it as an attachment and then calls `done` in every case. */
export type ServedFile = { path: string; file_name: string; content_type: string; bytes: number; done: () => void }

/**
 * An answer that is serialised already, for long lists that the database returns as JSON: parsing and serialising them
 * again would be most of the work of such a call.
 */
export class WrittenAnswer {
  /** The text in pieces, some of them bytes: concatenating long ones costs as much as writing them. */
  readonly pieces: readonly (string | Buffer)[]

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces
  }
}

/** A page whose list is serialised already, in pieces of some rows between commas. */
export const writtenList = (page: object, pieces: readonly string[]): WrittenAnswer =>
  new WrittenAnswer(
    '{"list":[',
    ...pieces.flatMap((piece, at) => (at === 0 ? [piece] : [',', piece])),
    `],${JSON.stringify(page).slice(1)}`,
  )

/** What a handler resolves to. */
type AnswerOf<E extends Endpoint> = E extends { gives: 'file' } ? ServedFile : ResultOf<E> | WrittenAnswer

/** Answers one endpoint: parsed input in, data of the envelope out; throws `Refusal` for what may be refused. */
type Handler<E extends Endpoint> = (input: InputOf<E>, call: CallOf<E>) => Promise<AnswerOf<E>>

/** One handler for each endpoint of the table: a missing one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Api[Name]> }
