import { z } from 'zod'
import { Reason } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Paging, pageOf } from '../paging.ts'
import { ONLINE_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

/** What was changed: the module alone, or the whole heat pump. */
export const REPLACEMENT_KINDS = ['module', 'unit'] as const
/** Days within which a replacement can be undone. */
export const REPLACEMENT_UNDO_DAYS = 7

/**
 * Why a module cannot take another one's place. `new_elsewhere`: it is neither with the unit's distributor nor in stock above
 * it. `new_online` alone does not refuse once the caller says that it is mounted here.
 */
const REPLACEMENT_PROBLEMS = [
  'same_device',
  'other_product',
  'virtual_unit',
  'old_replaced',
  'new_replaced',
  'new_bound',
  'new_elsewhere',
  'new_online',
] as const
export type ReplacementProblem = (typeof REPLACEMENT_PROBLEMS)[number]

/** One of the two sides as the wizard shows it. */
export const ReplacementSide = z.object({
  mac: z.string(),
  device_name: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = the manufacturer's stock. */
  agent_name: z.string().nullable(),
  net: z.enum(['wifi', '4g']),
  iccid: z.string().nullable(),
  online_status: z.enum(ONLINE_STATES),
  last_report_time: Time.nullable(),
  /** People the unit is bound to. */
  bound: z.number().int(),
  open_orders: z.number().int(),
  /** Address of its position; null = it has none. */
  address: z.string().nullable(),
})
export type ReplacementSide = z.infer<typeof ReplacementSide>

export const REPLACEMENT_STATES = ['in_effect', 'undone'] as const

/** A module that took another one's place. */
export const Replacement = z.object({
  replacement_id: z.number().int(),
  /** The unit as it is named now. */
  device_name: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  agent_name: z.string().nullable(),
  /** The unit's id now: that of the new module, or after an undo that of the old one. */
  mac: z.string(),
  old_mac: z.string(),
  new_mac: z.string(),
  kind: z.enum(REPLACEMENT_KINDS),
  reason: z.string(),
  /** The card of the old module was put into the new one. */
  sim_moved: z.boolean(),
  replaced_time: Time,
  /** Empty for an account of another organisation. */
  replaced_by: z.string(),
  state: z.enum(REPLACEMENT_STATES),
  undone_time: Time.nullable(),
  undone_by: z.string(),
  undo_reason: z.string(),
  /** Until when it can be undone; null = no longer. */
  undo_until: Time.nullable(),
})
export type Replacement = z.infer<typeof Replacement>

/** What an export of the list can hold. */
export const REPLACEMENT_EXPORT_COLUMNS = [
  'device_name',
  'mac',
  'old_mac',
  'new_mac',
  'kind',
  'state',
  'product_name',
  'agent_name',
  'reason',
  'sim_moved',
  'replaced_time',
  'replaced_by',
  'undone_time',
  'undone_by',
  'undo_reason',
] as const

export const ReplacementFilter = z.object({
  /** Start of an id, old or new, or part of the unit's name. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(REPLACEMENT_STATES).optional(),
  kind: z.enum(REPLACEMENT_KINDS).optional(),
  from: Time.optional(),
  to: Time.optional(),
})
export type ReplacementFilter = z.infer<typeof ReplacementFilter>

const Pair = z.object({
  /** The unit whose module is replaced. */
  mac: DeviceId,
  new_mac: DeviceId,
})

const exampleSide: ReplacementSide = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_name: 'Yuhang',
  net: '4g',
  iccid: '89860012345678901234',
  online_status: 'offline',
  last_report_time: '2026-11-18T06:12:00.000Z',
  bound: 2,
  open_orders: 1,
  address: 'Linden 4',
}
const exampleReplacement: Replacement = {
  replacement_id: 3,
  device_name: 'Villa Linden 4',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_name: 'Yuhang',
  mac: '863412060123463',
  old_mac: '863412060123455',
  new_mac: '863412060123463',
  kind: 'module',
  reason: 'Module does not start',
  sim_moved: false,
  replaced_time: '2026-11-20T09:00:00.000Z',
  replaced_by: 'wang',
  state: 'in_effect',
  undone_time: null,
  undone_by: '',
  undo_reason: '',
  undo_until: '2026-11-27T09:00:00.000Z',
}

/** A replacement to be made. */
export const ReplacementDraft = Pair.extend({
  kind: z.enum(REPLACEMENT_KINDS),
  reason: Reason,
  /** The card of the old module is put into the new one. */
  sim_moved: z.boolean().default(false),
  /** The new module is on line because it is mounted on this unit already. */
  mounted: z.boolean().default(false),
})

/** A new module or unit takes the place of an old one, with all that belongs to the unit (product 3.40). */
export const replacements = endpoints({
  replacementCheck: {
    method: 'POST',
    path: '/device-replacement/check',
    kind: 'read',
    of: 'replacement',
    needs: 'device:replace',
    about: 'device',
    body: Pair,
    result: z.object({
      old: ReplacementSide,
      new: ReplacementSide,
      problems: z.array(z.enum(REPLACEMENT_PROBLEMS)),
    }),
    fails: ['device_not_found'],
    says: 'A dry run: both sides, and why the new module cannot take the place of the old one.',
    example: {
      old: exampleSide,
      new: { ...exampleSide, mac: '863412060123463', device_name: '', bound: 0, open_orders: 0, address: null },
      problems: [],
    },
  },
  replaceDevice: {
    method: 'POST',
    path: '/device-replacement/replace',
    kind: 'change',
    of: 'replacement',
    needs: 'device:replace',
    about: 'device',
    body: ReplacementDraft,
    result: Replacement,
    fails: ['device_not_found', 'replacement_refused'],
    says: 'The unit goes on with the new module: name, bindings, position, orders and history stay; the old module is refused.',
    example: exampleReplacement,
  },
  undoReplacement: {
    method: 'POST',
    path: '/device-replacement/undo',
    kind: 'change',
    of: 'replacement',
    needs: 'device:replace',
    about: 'device',
    body: z.object({ mac: DeviceId, reason: Reason }),
    result: Replacement,
    fails: ['device_not_found', 'nothing_to_undo'],
    says: 'The unit goes back to its old module, within seven days; the new one is in stock again.',
    example: { ...exampleReplacement, mac: '863412060123455', state: 'undone', undo_until: null },
  },
  replacementList: {
    method: 'POST',
    path: '/device-replacement/list',
    kind: 'read',
    of: 'replacement',
    needs: 'device:view',
    about: { list: 'device' },
    query: Paging,
    body: ReplacementFilter.default({}),
    result: pageOf(Replacement),
    fails: [],
    says: 'Replacements of units in scope, the newest first.',
    example: { list: [exampleReplacement], total: 1, pageNo: 1, size: 999 },
  },
  replacementsOf: {
    method: 'GET',
    path: '/device-replacement/of-device',
    kind: 'read',
    of: 'replacement',
    needs: 'device:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: z.array(Replacement),
    fails: ['device_not_found'],
    says: 'Replacements in which an id was the old or the new one, of units in scope, the newest first.',
    example: [exampleReplacement],
  },
})
