import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** Prefix of every call (spec 7). */
export const API_PREFIX = '/JCloud'

/** The console's own application key: an identifier, no secret. Sent in the header `key`. */
export const CONSOLE_APPLICATION_KEY = 'heatfleet-console'

/** The application key of third parties that read an owner's data: an identifier as well; their token is the proof. */
export const DATA_RECIPIENT_KEY = 'heatfleet-owner-data'

/** What row rights are held over: each has one rule of who sees it (server/test/access/nouns.ts). */
export type Noun =
  | 'account'
  | 'alarm'
  | 'alarm_mute'
  | 'alarm_rule'
  | 'analysis_report'
  | 'api_token'
  | 'app_user'
  | 'audit_entry'
  | 'batch'
  | 'binding'
  | 'canned_answer'
  | 'data_grant'
  | 'device'
  | 'device_import'
  | 'device_import_draft'
  | 'device_group'
  | 'distributor'
  | 'export'
  | 'iccid'
  | 'invitation'
  | 'notification_channel'
  | 'notification_delivery'
  | 'notification_policy'
  | 'release_request'
  | 'resource_group'
  | 'role'
  | 'rollout'
  | 'service_order'
  | 'session'
  | 'shipment'
  | 'view'
  | 'webhook'
  | 'webhook_call'

/**
 * How a call meets row rights. `unscoped`: the right alone decides; the call concerns the caller's own data, or data that
 * belong to no place. A noun: one of its kind, which looks as if it did not exist to a caller who does not see it.
 * `list`: rows, exactly those that the caller sees. `sum`: a number, or numbers in rows, that count what the caller sees.
 */
export type About = 'unscoped' | Noun | { list: Noun } | { sum: Noun; field: string }

/** While one of these holds, a session is open for few calls. `read_only_view`: the changes of an impersonation. */
export type Restriction = 'change_password' | 'enrol_second_factor' | 'read_only_view'

/**
 * One row of the HTTP surface. Everything else is derived from it: route, validation, permission check, typed client,
 * query keys `[of, name, input]`, audit line of a change, OpenAPI, and the access matrix.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path under the prefix, exactly as in the specification; parameters as `:name`. */
  path: `/${string}`
  /** Many of the specification's lists are POST, so the verb alone does not say whether a call changes data. */
  kind: 'read' | 'change'
  /** The noun a change refreshes in every console. */
  of: string
  /**
   * Who may. Of the console: a right, anyone signed in, or anyone with the console's key. Of the app API: a registered
   * app by key and secret, or an app user signed in to that app. `data-recipient`: a third party by the token that the
   * owner of a unit gave it. Neither key nor token of one opens calls of another.
   */
  needs: Permission | 'signed-in' | 'application' | 'app' | 'app-user' | 'data-recipient'
  /** Every call of the console says it; those of the app API have rules of their own. */
  about?: About
  /** A person's alone: a program that could call it would outlive the revocation of its token. */
  closed_to_api_tokens?: true
  /** Calls that one app user or third party may make in a minute; more are answered 429. */
  calls_per_minute?: number
  /** Open although the session is restricted. */
  open_during?: readonly Restriction[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Largest body, where the general limit (`http_body_bytes`) is too small. */
  body_bytes?: number
  result: z.ZodType
  /** `file`: success is the file itself, as an attachment; a refusal is an envelope as ever. */
  gives?: 'file'
  fails: readonly ErrorCode[]
  /** One sentence for the API page. */
  says: string
  /** An answer that is true to the schema, shown on the API page and checked by a test. */
  example: unknown
  /** Fields of the request on the API page, where one made from the schemas alone would break a rule that they do not tell. */
  sends?: { params?: object; query?: object; body?: object }
}

/** True for the calls of end users, by their app or by a third party they named: none of them is for the console. */
export const isAppCall = ({ needs }: Pick<Endpoint, 'needs'>): boolean =>
  needs === 'app' || needs === 'app-user' || needs === 'data-recipient'

/** What a person meant to do by a change, as far as the row tells: what failed is named by it (spec 8). */
export type Purpose = 'delete' | 'save'

/** The purpose of a call; null = a read, or another action than making, setting, saving and deleting. */
export const purposeOf = ({ kind, method, path }: Pick<Endpoint, 'kind' | 'method' | 'path'>): Purpose | null => {
  if (kind === 'read') return null
  if (method === 'DELETE' || /\/delet/i.test(path)) return 'delete'
  return method === 'PUT' || /\/(add|create|save|set|update)|-info$/i.test(path) ? 'save' : null
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler is given, parsed. */
export type InputOf<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

type Part<Name extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: Sent<S> }
    : { [K in Name]: Sent<S> }
  : { [K in Name]?: undefined }

/** What a caller sends; parts that may be empty may be left out. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** A file as the client has it: the name the server gave it, and its bytes. */
type ReceivedFile = { file_name: string; blob: Blob }

/** What the client resolves to. */
export type ResultOf<E extends Endpoint> = E extends { gives: 'file' } ? ReceivedFile : z.output<E['result']>

/** Checks a feature's rows against {@link Endpoint} and keeps their exact types. */
export const endpoints = <const T extends Record<string, Endpoint>>(rows: T): T => rows
