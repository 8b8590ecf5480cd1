import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { type AddressedPush, ClientMessage, type ServerMessage } from '@heatfleet/contract/push.ts'
import { z } from 'zod'
import { findUnstorable } from './storable-text.ts'

/** A parsed text of a console; an invalid one keeps its `sn` where it has one, else 0, and the field that is wrong. */
type ParsedMessage = { ok: true; message: ClientMessage } | { ok: false; sn: number; field?: string }

/** Names of fields are ours, except where a record takes any. */
const FIELD_MAX = 200

/** Of a choice of forms the issue of the one that was nearest says more than that none fits. */
const deepestPath = (issues: readonly z.core.$ZodIssue[]): PropertyKey[] =>
  issues
    .map((issue) => {
      if (issue.code !== 'invalid_union') return issue.path
      return [...issue.path, ...issue.errors.map(deepestPath).reduce((a, b) => (b.length > a.length ? b : a), [])]
    })
    .reduce((a, b) => (b.length > a.length ? b : a), [])

const Numbered = z.object({ sn: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })

/** Parses a console's text; never throws. */
export const parseMessage = (text: string): ParsedMessage => {
  try {
    const json: unknown = JSON.parse(text)
    const parsed = ClientMessage.safeParse(json)
    const wrong = parsed.success ? findUnstorable(parsed.data) : deepestPath(parsed.error.issues)
    if (parsed.success && wrong === null) return { ok: true, message: parsed.data }
    const field = wrong === null || wrong.length === 0 ? {} : { field: wrong.join('.').slice(0, FIELD_MAX) }
    return { ok: false, sn: Numbered.safeParse(json).data?.sn ?? 0, ...field }
  } catch {
    // Not JSON: JSON.parse reports it by throwing.
    return { ok: false, sn: 0 }
  }
}

/** Encodes a message once for any number of sockets. */
export const encodeMessage = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message))

/** The addressee of a socket as given in `Authenticate`; without its secrets. */
export type PushAddress = Pick<AddressedPush, 'enterprise_info' | 'user_info' | 'product_info'> & {
  /** What a push about a product ends with, encoded once: a console is sent thousands. */
  tails: Map<string, Buffer>
}

/** The addressee fields that each push repeats. */
export const addressOf = ({
  enterprise_info: { enterprise_key, package_name },
  user_info: { uid },
  product_info,
}: Extract<ClientMessage, { cmd: 'Authenticate' }>): PushAddress => ({
  enterprise_info: { enterprise_key, package_name },
  user_info: { uid },
  product_info: product_info.map(({ product_key, not_standard }) => ({ product_key, not_standard })),
  tails: new Map(),
})

type Unaddressed<Push> = Push extends unknown ? Omit<Push, Exclude<keyof PushAddress, 'tails'>> : never

const tailOf = (address: PushAddress, product_keys: readonly string[]): Buffer => {
  const [product_key = ''] = product_keys
  // Messages about several products are rare.
  if (product_keys.length > 1) return encodeTail(address, product_keys)
  const known = address.tails.get(product_key)
  if (known !== undefined) return known
  const tail = encodeTail(address, product_keys)
  address.tails.set(product_key, tail)
  return tail
}

const encodeTail = (
  { product_info: named, enterprise_info, user_info }: PushAddress,
  product_keys: readonly string[],
): Buffer => {
  const product_info = product_keys.map(
    (product_key) =>
      named.find((product) => product.product_key === product_key) ?? { product_key, not_standard: false },
  )
  return Buffer.from(`,${JSON.stringify({ enterprise_info, user_info, product_info }).slice(1)}`)
}

/** One frame of a text message in two parts, ready for the connection: `ws` would make it of each message anew (RFC 6455, 5.2). */
const textFrame = (part: Buffer, rest: Buffer): Buffer => {
  const length = part.length + rest.length
  const from = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(from + length)
  frame[0] = 0x81
  frame[1] = from === 2 ? length : from === 4 ? 126 : 127
  if (from === 4) frame.writeUInt16BE(length, 2)
  else if (from === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.set(part, from)
  frame.set(rest, from + part.length)
  return frame
}

/** Encodes a push about devices or products once; each socket gets it as a frame with its own addressee appended. */
export const encodePush = (
  message: Unaddressed<AddressedPush>,
): ((socket: { address_info: PushAddress | null }) => Buffer) => {
  const shared = Buffer.from(JSON.stringify(message).slice(0, -1))
  return ({ address_info }) => {
    if (address_info === null) throw new Error('A push needs a socket that was authenticated.')
    return textFrame(shared, tailOf(address_info, message.product_key))
  }
}

type Acknowledgement<Cmd> = {
  cmd: Cmd
  sn: number
  code: number
  msg: string
  error: ErrorCode | null
  field?: string
}

/** The answer to a command: done, or refused with its reason. */
export const ackOf = <Cmd extends 'AuthenticateAck' | 'CommandAck' | 'UserFormatDataQueryAck'>(
  cmd: Cmd,
  sn: number,
  error: ErrorCode | null,
  field?: string,
): Acknowledgement<Cmd> => ({
  cmd,
  sn,
  code: error === null ? 200 : 400,
  msg: error === null ? 'success' : ERRORS[error],
  error,
  ...(field === undefined ? {} : { field }),
})
