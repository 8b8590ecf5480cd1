import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'

const Time = z.iso.datetime()

/** A frame that could not be stored, with the reason; a bounded sample of them is kept. */
export const DeadLetter = z.object({
  dead_letter_id: RowId,
  /** Its arrival. */
  at: Time,
  mac: z.string(),
  /** Null = the module is no device. */
  device_name: z.string().nullable(),
  product_key: z.string().nullable(),
  product_name: z.string(),
  product_english_name: z.string(),
  topic: z.string(),
  reason: z.string(),
  bytes: z.number().int(),
  /** Attempts to store it once more, and the last one. */
  tries: z.number().int(),
  tried_time: Time.nullable(),
})
export type DeadLetter = z.output<typeof DeadLetter>

export const DeadLetterFilter = z.object({
  /** The beginning of an id. */
  mac: z.string().trim().toLowerCase().max(15).optional(),
  reason: z.string().trim().max(LIMITS.dead_letter_reason_max).optional(),
  product_key: z.string().max(64).optional(),
  /** Whether its module is a device. */
  known: z.boolean().optional(),
  sort_by: z.enum(['at', 'mac', 'reason', 'bytes', 'tries']).default('at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type DeadLetterFilter = z.output<typeof DeadLetterFilter>

const Ids = z.object({ ids: z.array(RowId).min(1).max(LIMITS.dead_letters_selected_max) })
const Counted = z.object({ count: z.number().int() })

const example: DeadLetter = {
  dead_letter_id: 12,
  at: '2026-11-26T17:15:00.000Z',
  mac: '861234567890123',
  device_name: 'Ulm 12',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  topic: 'blk',
  reason: 'bad_crc',
  bytes: 129,
  tries: 0,
  tried_time: null,
}

/** Frames that could not be stored: look at them, store them once more, discard them. */
export const deadLetters = endpoints({
  deadLetterList: {
    method: 'POST',
    path: '/system/dead-letter-list',
    kind: 'read',
    of: 'dead-letter',
    needs: 'ops:view',
    about: 'unscoped',
    query: Paging,
    body: DeadLetterFilter.default({ sort_by: 'at', sort_order: 'desc' }),
    result: pageOf(DeadLetter),
    fails: [],
    says: 'Frames that could not be stored, with the reason; a bounded sample of them is kept.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  deadLetter: {
    method: 'GET',
    path: '/system/dead-letter/:id',
    kind: 'read',
    of: 'dead-letter',
    needs: 'ops:view',
    about: 'unscoped',
    params: z.object({ id: RowIdText }),
    result: DeadLetter.extend({
      /** The frame as it came, cut where it is longer than `payload_bytes_max`. */
      payload_hex: z.string(),
      /** Why it cannot be read today either; null = the frame itself can be read. */
      unreadable: z.string().nullable(),
    }),
    fails: ['dead_letter_gone'],
    says: 'One frame that could not be stored, with its bytes and whether it could be read today.',
    example: { ...example, payload_hex: '01a2ff', unreadable: 'bad_crc' },
  },
  deadLetterReplay: {
    method: 'POST',
    path: '/system/dead-letter-replay',
    kind: 'change',
    of: 'dead-letter',
    needs: 'ops:maintain',
    about: 'unscoped',
    body: Ids,
    result: Counted,
    fails: ['dead_letter_gone'],
    says: 'Lets the gateway process these frames once more, as of their arrival. One that is stored leaves the list.',
    example: { count: 1 },
  },
  deadLetterDiscard: {
    method: 'POST',
    path: '/system/dead-letter-discard',
    kind: 'change',
    of: 'dead-letter',
    needs: 'ops:maintain',
    about: 'unscoped',
    body: Ids,
    result: Counted,
    fails: ['dead_letter_gone'],
    says: 'Removes these frames for good.',
    example: { count: 1 },
  },
})
