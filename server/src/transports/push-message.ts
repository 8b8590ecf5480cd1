import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { ClientMessage, type ServerMessage } from '@heatfleet/contract/push.ts'
import { z } from 'zod'
import { findUnstorable } from './storable-text.ts'

/** A text a console sent: a message of the protocol, or not one, then with its `sn` where it has one. */
export type ParsedMessage = { ok: true; message: ClientMessage } | { ok: false; sn: number }

const Numbered = z.object({ sn: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })

/** Reads what a console sent; never throws. */
export const parseMessage = (text: string): ParsedMessage => {
  try {
    const json: unknown = JSON.parse(text)
    const parsed = ClientMessage.safeParse(json)
    if (parsed.success && findUnstorable(parsed.data) === null) return { ok: true, message: parsed.data }
    return { ok: false, sn: Numbered.safeParse(json).data?.sn ?? 0 }
  } catch {
    // Not JSON: the one way JSON.parse says so.
    return { ok: false, sn: 0 }
  }
}

/** The bytes of a message; made once, however many sockets get them. */
export const encodeMessage = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message))

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
