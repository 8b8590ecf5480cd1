import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()
const Reason = z.string().trim().min(1).max(LIMITS.reason_max)

/** What a unit is to be released from: the stock of another distributor, or its binding to an app user (product 3.11). */
const RELEASE_KINDS = ['stock', 'binding'] as const
export type ReleaseKind = (typeof RELEASE_KINDS)[number]

export const RELEASE_STATES = ['open', 'released', 'refused', 'withdrawn'] as const
export type ReleaseState = (typeof RELEASE_STATES)[number]

/** Which states a move may start from; the server's updates and the console's buttons both follow it. */
export const RELEASE_MOVES = {
  decide: ['open'],
  withdraw: ['open'],
} as const satisfies Record<string, readonly ReleaseState[]>

/** Received: about units in scope, asked for by others. Sent: asked for by the own organisation. */
export const RELEASE_BOXES = ['received', 'sent'] as const

/** A request of a distributor (or of the manufacturer) for a unit that belongs to somebody else. */
export const ReleaseRequest = z.object({
  release_id: RowId,
  kind: z.enum(RELEASE_KINDS),
  mac: z.string(),
  /** Empty where the unit is not in the caller's scope, or does not exist. */
  device_name: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Who has the unit now; null = the manufacturer's stock, or not in the caller's scope. */
  holder_name: z.string().nullable(),
  /** The caller sees the unit. */
  visible: z.boolean(),
  /** Bound to an app user now; of a unit in scope only. */
  bound: z.boolean(),
  /** The distributor that asks; null = the manufacturer. */
  asker_name: z.string().nullable(),
  asked_by: z.string(),
  asked_time: Time,
  reason: z.string(),
  state: z.enum(RELEASE_STATES),
  decided_time: Time.nullable(),
  /** Whoever decided; empty for the asker, unless it was withdrawn. */
  decided_by: z.string(),
  /** Reason of the decision. */
  answer: z.string(),
  /** Who has a unit since it was released from stock; empty = the manufacturer, null = not released, or a binding. */
  moved_to: z.string().nullable(),
  may_decide: z.boolean(),
  may_withdraw: z.boolean(),
})
export type ReleaseRequest = z.output<typeof ReleaseRequest>

export const ReleaseFilter = z.object({
  /** Both, where it is left out. */
  box: z.enum(RELEASE_BOXES).optional(),
  release_state: z.enum(RELEASE_STATES).optional(),
  kind: z.enum(RELEASE_KINDS).optional(),
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
})
export type ReleaseFilter = z.output<typeof ReleaseFilter>

/** What an export of the list can hold. */
export const RELEASE_EXPORT_COLUMNS = [
  'mac',
  'state',
  'kind',
  'asker_name',
  'asked_time',
  'reason',
  'holder',
  'product_name',
  'decided_time',
  'answer',
  'moved_to',
  'decided_by',
] as const

/** What a file has in place of a distributor's name: no name holds a slash alone. */
export const RELEASE_FILE_NAMES = { manufacturer: '/', hidden: '/?' } as const

/**
 * What became of one unit of a request. `requested` also for an id that nobody knows: the answer does not tell whether a unit
 * exists outside of the scope. `own` = the asker has it already; `open` = asked for already; `unknown`, `unbound` = of a binding,
 * not in scope or not bound.
 */
const RELEASE_RESULTS = ['requested', 'open', 'own', 'unknown', 'unbound'] as const

const example: ReleaseRequest = {
  release_id: 4,
  kind: 'stock',
  mac: '863412060123455',
  device_name: '863412060123455',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  holder_name: 'Hangzhou Nuanyuan',
  visible: true,
  bound: false,
  asker_name: 'Ningbo Nuanyuan',
  asked_by: 'ningbo',
  asked_time: '2026-11-21T09:15:00.000Z',
  reason: 'Was delivered to us by mistake.',
  state: 'open',
  decided_time: null,
  decided_by: '',
  answer: '',
  moved_to: null,
  may_decide: true,
  may_withdraw: false,
}

/** A unit that belongs to somebody else is asked for; its holder, or the manufacturer, releases it or refuses. */
export const releases = endpoints({
  releaseList: {
    method: 'POST',
    path: '/device-export/release-list',
    kind: 'read',
    of: 'release',
    needs: 'shipment:view',
    about: { list: 'release_request' },
    query: Paging,
    body: ReleaseFilter.default({}),
    result: pageOf(ReleaseRequest),
    fails: [],
    says: 'Requests for release: about units in scope, and those of the own organisation; the newest first.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  releaseAsk: {
    method: 'POST',
    path: '/device-export/release-ask',
    kind: 'change',
    of: 'release',
    needs: 'shipment:release-ask',
    about: 'unscoped',
    body: z.object({
      kind: z.enum(RELEASE_KINDS),
      macs: z
        .array(DeviceId)
        .min(1)
        .max(LIMITS.release_units_max)
        .refine((macs) => new Set(macs).size === macs.length, { params: { rule: 'twice' } }),
      reason: Reason,
    }),
    result: z.object({ rows: z.array(z.object({ mac: z.string(), result: z.enum(RELEASE_RESULTS) })) }),
    fails: ['releases_full'],
    says: 'Asks for the release of units that belong to somebody else; a result for each of them.',
    example: { rows: [{ mac: example.mac, result: 'requested' }] },
  },
  releaseDecide: {
    method: 'POST',
    path: '/device-export/release-decide',
    kind: 'change',
    of: 'release',
    needs: 'shipment:release',
    about: 'release_request',
    body: z.object({ release_id: RowId, decision: z.enum(['released', 'refused']), answer: Reason }),
    result: z.object({ mac: z.string(), state: z.enum(RELEASE_STATES), moved_to: z.string().nullable() }),
    fails: ['not_found', 'release_not_open', 'release_own', 'release_gone', 'device_has_owner', 'no_permission'],
    says: 'Releases a unit or refuses it, with a reason. From stock it goes back to the lowest distributor above both.',
    example: { mac: example.mac, state: 'released', moved_to: 'Zhejiang Nuanyuan' },
  },
  releaseWithdraw: {
    method: 'POST',
    path: '/device-export/release-withdraw',
    kind: 'change',
    of: 'release',
    needs: 'shipment:release-ask',
    about: 'release_request',
    body: z.object({ release_id: RowId }),
    result: z.object({ mac: z.string(), state: z.enum(RELEASE_STATES) }),
    fails: ['not_found', 'release_not_open', 'release_foreign'],
    says: 'Takes an open request of the own organisation back.',
    example: { mac: example.mac, state: 'withdrawn' },
  },
})
