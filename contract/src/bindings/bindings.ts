import { z } from 'zod'
import { ById, MARK_WAYS, MARKS, type Mark, Marks, Reason } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId, normalizeDeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { ONLINE_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

export const BINDING_ROLES = ['owner', 'shared'] as const
/** How a binding came to be: the code of the label, an invitation of the owner, by hand in the console. */
export const BIND_WAYS = ['scan', 'share', 'admin'] as const

/** A unit of an app user. */
export const BoundDevice = z.object({
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = stock of the manufacturer. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  role: z.enum(BINDING_ROLES),
  bind_time: Time,
  bind_way: z.string(),
  online_status: z.enum(ONLINE_STATES),
  alarm_count: z.number().int(),
  marks: Marks,
  /** All the others who have it. */
  shared_with: z.array(
    z.object({
      app_user_id: RowId,
      nick_name: z.string(),
      role: z.enum(BINDING_ROLES),
      bind_time: Time,
    }),
  ),
})
export type BoundDevice = z.infer<typeof BoundDevice>

/** A unit that is bound by hand, as what, and why. */
export const NewBinding = z.object({ mac: DeviceId, role: z.enum(BINDING_ROLES), reason: Reason })

/** `deviceId` is the id of the device (IMEI or MAC). */
const ByUserAndDevice = ById.extend({ deviceId: DeviceId })

/** What `x` of mark-device says about the person: 1 and 0 = VIP on and off, a name = that mark on (decision 0041). */
const PERSON_MARKS = { 1: { marks: ['vip'], how: 'add' }, 0: { marks: ['vip'], how: 'remove' } } as const

/** The change of a person's marks that `x` names, or null when it is the id of a unit. */
export const personMarkOf = (x: string): { marks: readonly Mark[]; how: 'add' | 'remove' } | null => {
  if (x === '0' || x === '1') return PERSON_MARKS[x]
  const mark = MARKS.find((known) => known === x)
  return mark === undefined ? null : { marks: [mark], how: 'add' }
}

const MarkTarget = z
  .string()
  .max(64)
  .refine((x) => personMarkOf(x) !== null || normalizeDeviceId(x) !== null, {
    error: 'no mark and no complete device id',
    params: { rule: 'device_id' },
  })
  .transform((x) => (personMarkOf(x) === null ? (normalizeDeviceId(x) ?? x) : x))

const exampleBound: BoundDevice = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_id: 12,
  agent_name: 'Yuhang',
  role: 'owner',
  bind_time: '2026-09-02T10:00:00.000Z',
  bind_way: 'scan',
  online_status: 'online',
  alarm_count: 0,
  marks: [],
  shared_with: [],
}
const exampleClaim = { mac: '863412060123455', code: 'K7QMHX4R', claim_generation: 1 }
const Claim = z.object({ mac: z.string(), code: z.string(), claim_generation: z.number().int() })

export const bindings = endpoints({
  boundDevices: {
    method: 'GET',
    path: '/user-manage/:id/bind-device',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    about: 'app_user',
    params: ById,
    result: z.array(BoundDevice),
    fails: ['app_user_not_found'],
    says: 'Units of an app user that are in scope, newest binding first.',
    example: [exampleBound],
  },
  bindDevice: {
    method: 'POST',
    path: '/user-manage/:id/bind-device',
    kind: 'change',
    of: 'binding',
    needs: 'binding:bind',
    about: 'app_user',
    params: ById,
    body: NewBinding,
    result: z.array(BoundDevice),
    fails: [
      'app_user_not_found',
      'app_user_erased',
      'device_not_found',
      'device_has_owner',
      'already_bound',
      'device_without_owner',
      'bind_limit_reached',
      'device_replaced',
    ],
    says: 'Binds a unit by hand, within the bind limit of its product; one with an owner is never taken away by it.',
    example: [exampleBound],
  },
  unbindDevice: {
    method: 'DELETE',
    path: '/user-manage/:id/unbind-device/:deviceId',
    kind: 'change',
    of: 'binding',
    needs: 'binding:unbind',
    about: 'app_user',
    params: ByUserAndDevice,
    query: z.object({
      /** The console requires one; the specification's call has none. */
      reason: z.string().trim().max(LIMITS.reason_max).default(''),
      /** A message in the app to each person who loses the unit, in that person's language; the reason is not in it. */
      notify: z.enum(['yes', 'no']).default('no'),
      /** Only when the owner leaves: the unit loses the name and the position that tell of the household. */
      clear_data: z.enum(['yes', 'no']).default('no'),
    }),
    result: z.array(BoundDevice),
    fails: ['app_user_not_found', 'device_not_found', 'not_bound'],
    says: 'Takes a unit from an app user; when the owner leaves, shares end and the claim code changes. Tells them if asked to.',
    example: [],
  },
  transferDevice: {
    method: 'POST',
    path: '/user-manage/:id/transfer-device/:deviceId',
    kind: 'change',
    of: 'binding',
    needs: 'binding:transfer',
    about: 'app_user',
    params: ByUserAndDevice,
    body: z.object({ to_app_user_id: ById.shape.id, reason: Reason }),
    result: z.array(BoundDevice),
    fails: [
      'app_user_not_found',
      'app_user_erased',
      'device_not_found',
      'device_without_owner',
      'not_owner',
      'already_bound',
    ],
    says: 'Hands a unit from its owner to another person: everybody else leaves, and every claim code made so far is dead.',
    example: [],
  },
  markDevice: {
    method: 'POST',
    path: '/user-manage/:id/mark-device/:x',
    kind: 'change',
    of: 'binding',
    needs: 'appuser:mark',
    about: 'app_user',
    params: ById.extend({ x: MarkTarget }),
    /** Of a unit, whose `marks` must be named; a mark of the person is named by the path alone. */
    body: z.object({ marks: Marks.optional(), how: z.enum(MARK_WAYS).default('set') }).default({ how: 'set' }),
    result: z.array(BoundDevice),
    fails: ['app_user_not_found', 'app_user_erased', 'device_not_found', 'not_bound'],
    says: 'Marks an app user by `x`: 1 and 0 = VIP on and off, or a mark by name; or one of the units by its id, with `marks`.',
    example: [{ ...exampleBound, marks: ['vip'] }],
  },
  deviceOwner: {
    method: 'GET',
    path: '/device-inventory/device-owner',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: z.object({
      mac: z.string(),
      device_name: z.string(),
      owner: z.object({ app_user_id: RowId, nick_name: z.string() }).nullable(),
      bound: z.number().int(),
      bind_limit: z.number().int(),
    }),
    fails: ['device_not_found'],
    says: 'Who owns a unit now and how many more people may be bound to it; asked before binding by hand.',
    example: { mac: '863412060123455', device_name: 'Villa Linden 4', owner: null, bound: 0, bind_limit: 6 },
  },
  claimCode: {
    method: 'POST',
    path: '/device-inventory/claim-code',
    kind: 'change',
    of: 'claim-code',
    needs: 'binding:bind',
    about: 'device',
    body: z.object({ mac: DeviceId }),
    result: Claim,
    fails: ['device_not_found'],
    says: 'Shows the claim code of a unit: who has it may bind the unit while it has no owner. Looking leaves an audit line.',
    example: exampleClaim,
  },
  renewClaimCode: {
    method: 'POST',
    path: '/device-inventory/renew-claim-code',
    kind: 'change',
    of: 'claim-code',
    needs: 'binding:bind',
    about: 'device',
    body: z.object({ mac: DeviceId, reason: Reason }),
    result: Claim,
    fails: ['device_not_found'],
    says: 'Makes a new claim code; the one on the label, and any that was shown, is dead from then on.',
    example: { ...exampleClaim, claim_generation: 2 },
  },
  renewDeviceSecret: {
    method: 'POST',
    path: '/device-inventory/renew-secret',
    kind: 'change',
    of: 'device',
    needs: 'device:secret',
    about: 'device',
    body: z.object({ mac: DeviceId, reason: Reason }),
    /** 32 bytes as 64 hex digits: returned only in this answer. */
    result: z.object({ mac: z.string(), secret_hex: z.string() }),
    fails: ['device_not_found'],
    says: 'Revokes the secret of a module: it is cut off at once, and comes back only with the new one. Claim codes change too.',
    example: { mac: '863412060123455', secret_hex: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff' },
  },
})
