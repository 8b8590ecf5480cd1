import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { type AddressedPush, ClientMessage, type ServerMessage } from '@heatfleet/contract/push.ts'
import { z } from 'zod'
import { findUnstorable } from './storable-text.ts'

/** A parsed text of a console; an invalid one keeps its `sn` where it has one, else 0. */
export type ParsedMessage = { ok: true; message: ClientMessage } | { ok: false; sn: number }

const Numbered = z.object({ sn: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })

/** Parses a console's text; never throws. */
export const parseMessage = (text: string): ParsedMessage => {
  try {
    const json: unknown = JSON.parse(text)
    const parsed = ClientMessage.safeParse(json)
    if (parsed.success && findUnstorable(parsed.data) === null) return { ok: true, message: parsed.data }
    return { ok: false, sn: Numbered.safeParse(json).data?.sn ?? 0 }
  } catch {
    // Not JSON: JSON.parse reports it by throwing.
    return { ok: false, sn: 0 }
  }
}

/** Encodes a message once for any number of sockets. */
export const encodeMessage = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message))

/** The addressee of a socket as given in `Authenticate`; without its secrets. */
export type PushAddress = Pick<AddressedPush, 'enterprise_info' | 'user_info' | 'product_info'>

/** The addressee fields that each push repeats. */
export const addressOf = ({
  enterprise_info: { enterprise_key, package_name },
  user_info: { uid },
  product_info,
}: Extract<ClientMessage, { cmd: 'Authenticate' }>): PushAddress => ({
  enterprise_info: { enterprise_key, package_name },
  user_info: { uid },
  product_info: product_info.map(({ product_key, not_standard }) => ({ product_key, not_standard })),
})

type Unaddressed<Push> = Push extends unknown ? Omit<Push, keyof PushAddress> : never

/** Encodes a push about devices or products once; each socket gets it with its own addressee appended. */
export const encodePush = (
  message: Unaddressed<AddressedPush>,
): ((socket: { address_info: PushAddress | null }) => Buffer) => {
  const shared = JSON.stringify(message).slice(0, -1)
  return ({ address_info }) => {
    if (address_info === null) throw new Error('A push needs a socket that was authenticated.')
    const { product_info: named, ...who } = address_info
    const product_info = message.product_key.map(
      (product_key) =>
        named.find((product) => product.product_key === product_key) ?? { product_key, not_standard: false },
    )
    return Buffer.from(`${shared},${JSON.stringify({ ...who, product_info }).slice(1)}`)
  }
}

/** The answer to a command: done, or refused with its reason. */
export const ackOf = (
  cmd: 'AuthenticateAck' | 'CommandAck',
  sn: number,
  error: ErrorCode | null,
  field?: string,
): ServerMessage => ({
  cmd,
  sn,
  code: error === null ? 200 : 400,
  msg: error === null ? 'success' : ERRORS[error],
  error,
  ...(field === undefined ? {} : { field }),
})
