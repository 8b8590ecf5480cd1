import type { z } from 'zod'
import { MAX_PAYLOAD_BYTES } from './device-protocol.ts'

/** Why a JSON payload of a module was refused; `at` names the first wrong field, e.g. `mcu.sw`. */
export type PayloadFault = { reason: 'too_long' } | { reason: 'bad_json' } | { reason: 'bad_shape'; at: string }
export type ParsedPayload<T> = { ok: true; message: T } | ({ ok: false } & PayloadFault)

/** Reads a UTF-8 JSON payload against its schema; never throws, refuses more than the protocol's packet size unread. */
export const parsePayload = <T>(schema: z.ZodType<T>, payload: Uint8Array): ParsedPayload<T> => {
  if (payload.length > MAX_PAYLOAD_BYTES) return { ok: false, reason: 'too_long' }
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return { ok: false, reason: 'bad_json' }
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { ok: true, message: parsed.data }
  return { ok: false, reason: 'bad_shape', at: parsed.error.issues[0]?.path.join('.') ?? '' }
}

/** A message as UTF-8 JSON bytes. */
export const buildPayload = (message: object): Uint8Array => new TextEncoder().encode(JSON.stringify(message))
