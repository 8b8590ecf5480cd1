import { z } from 'zod'
import { AUTH_MODES } from '../device-protocol/device-auth.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { ProductKey } from '../products/products.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'

const Time = z.iso.datetime()

/** `waiting` = nobody decided yet. A rejected one is refused as before and still counted; a banned one is not even noted. */
export const UNKNOWN_MODULE_STATES = ['waiting', 'rejected', 'banned'] as const
export type UnknownModuleState = (typeof UNKNOWN_MODULE_STATES)[number]

/** Which states a decision may start from; an approved module is a device and leaves this list. */
export const UNKNOWN_MODULE_MOVES = {
  approve: ['waiting', 'rejected', 'banned'],
  reject: ['waiting'],
  ban: ['waiting', 'rejected'],
  forget: ['rejected', 'banned'],
} as const satisfies Record<string, readonly UnknownModuleState[]>

/** A module that tried to log in under an id that no device has. */
export const UnknownModule = z.object({
  mac: z.string(),
  /** Source address of the last attempt. */
  address: z.string(),
  first_seen_time: Time,
  last_seen_time: Time,
  /** Attempts that were counted; those of a banned pair of id and address are not. */
  tries: z.number().int(),
  auth_mode: z.enum(AUTH_MODES),
  /** The product whose secret it proved to know; null = none. */
  product_key: z.string().nullable(),
  product_name: z.string(),
  product_english_name: z.string(),
  state: z.enum(UNKNOWN_MODULE_STATES),
  /** Who rejected or banned it. */
  decided_by: z.string(),
  decided_time: Time.nullable(),
})
export type UnknownModule = z.output<typeof UnknownModule>

export const UnknownModuleFilter = z.object({
  state: z.enum(UNKNOWN_MODULE_STATES).optional(),
  /** The beginning of an id. */
  mac: z.string().trim().toLowerCase().max(15).optional(),
  address: z.string().trim().max(64).optional(),
  product_key: z.string().max(64).optional(),
  /** Whether it proved to know the secret of a product. */
  proven: z.boolean().optional(),
  sort_by: z.enum(['last_seen_time', 'first_seen_time', 'tries', 'mac']).default('last_seen_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type UnknownModuleFilter = z.output<typeof UnknownModuleFilter>

/** How an approved module logs in: with a new secret of its own, or first with that of its product. */
export const FIRST_LOG_INS = ['own_secret', 'product_secret'] as const

const Macs = z.array(DeviceId).min(1).max(LIMITS.unknown_modules_selected_max)
const Some = z.object({ macs: Macs })
const Counted = z.object({ count: z.number().int() })

export const Approval = Some.extend({
  product_key: ProductKey,
  /** Null = into the manufacturer's stock. */
  agent_id: RowId.nullable().default(null),
  first_log_in: z.enum(FIRST_LOG_INS),
  import_tag: textOf({ max: LIMITS.import_tag_max }).default(''),
})
export type Approval = z.output<typeof Approval>

const example: UnknownModule = {
  mac: '7cdfa1b2c3d4',
  address: '203.0.113.7',
  first_seen_time: '2026-11-24T09:15:00.000Z',
  last_seen_time: '2026-11-24T09:16:00.000Z',
  tries: 2,
  auth_mode: 'p1',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  state: 'waiting',
  decided_by: '',
  decided_time: null,
}

/** Modules that tried to log in and are no device yet: the approval list. */
export const unknownModules = endpoints({
  unknownModuleList: {
    method: 'POST',
    path: '/device-import/unknown-module-list',
    kind: 'read',
    of: 'unknown-module',
    needs: 'device-import:view',
    about: 'unscoped',
    query: Paging,
    body: UnknownModuleFilter.default({ sort_by: 'last_seen_time', sort_order: 'desc' }),
    result: pageOf(UnknownModule),
    fails: [],
    says: 'Modules that tried to log in under an id that no device has; all were refused.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  approveUnknownModules: {
    method: 'POST',
    path: '/device-import/unknown-module-approve',
    kind: 'change',
    of: 'unknown-module',
    needs: 'device-import:create',
    about: 'unscoped',
    body: Approval,
    result: z.object({
      /** The new secret as hex, shown this once; null = the module logs in with the secret of its product first. */
      modules: z.array(z.object({ mac: z.string(), secret_hex: z.string().nullable() })),
    }),
    fails: [
      'unknown_module_gone',
      'no_permission',
      'product_unknown',
      'product_disabled',
      'provisioning_off',
      'distributor_not_found',
      'device_quota_reached',
    ],
    says: 'Makes devices of unknown modules, in the stock of the manufacturer or of a distributor, all or nothing.',
    example: {
      modules: [{ mac: example.mac, secret_hex: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff' }],
    },
  },
  rejectUnknownModules: {
    method: 'POST',
    path: '/device-import/unknown-module-reject',
    kind: 'change',
    of: 'unknown-module',
    needs: 'device-import:create',
    about: 'unscoped',
    body: Some,
    result: Counted,
    fails: ['unknown_module_gone'],
    says: 'Takes unknown modules off the list of those that wait; further attempts are refused and counted.',
    example: { count: 1 },
  },
  banUnknownModules: {
    method: 'POST',
    path: '/device-import/unknown-module-ban',
    kind: 'change',
    of: 'unknown-module',
    needs: 'device-import:create',
    about: 'unscoped',
    body: Some,
    result: Counted,
    fails: ['unknown_module_gone', 'bans_full'],
    says: 'Refuses these modules from now on without another look, and notes nothing of them any more.',
    example: { count: 1 },
  },
  forgetUnknownModules: {
    method: 'POST',
    path: '/device-import/unknown-module-forget',
    kind: 'change',
    of: 'unknown-module',
    needs: 'device-import:create',
    about: 'unscoped',
    body: Some,
    result: Counted,
    fails: ['unknown_module_gone'],
    says: 'Takes back a rejection or a ban: the next attempt is noted as that of a new unknown module.',
    example: { count: 1 },
  },
})
