import { z } from 'zod'
import { FIRMWARE_MODULES } from '../device-protocol/ota-messages.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { UPGRADE_STATES, type UpgradeState } from '../transitions.ts'
import { compareVersions, VersionNumber } from '../version-number.ts'

const Time = z.iso.datetime()
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Notes = textOf({ max: LIMITS.version_notes_max })
const OptionalVersion = z.union([z.literal(''), VersionNumber])

/** What people may change of a firmware after its upload. */
const changeable = {
  name: textOf({ min: 1, max: LIMITS.firmware_name_max }),
  /** Units with this software version or a newer one may be upgraded to it; empty = any. */
  min_software_version: OptionalVersion.default(''),
  /** Units with an older version are upgraded by themselves. */
  auto_upgrade: z.boolean().default(false),
  /** A firmware that is not enabled is sent to no unit. */
  enabled: z.boolean().default(true),
  notes: z.object({ en: Notes, zh: Notes, pl: Notes }).default({ en: '', zh: '', pl: '' }),
}
const identity = {
  product_key: z.string().min(1).max(LIMITS.product_key_max),
  /** Firmware of the communication module, or of the main board. */
  module: z.enum(FIRMWARE_MODULES),
  /** As modules and boards report it. */
  hardware_version: textOf({ min: 1, max: LIMITS.firmware_hardware_max }),
  software_version: VersionNumber,
}

/** A firmware as it is uploaded, without its file (spec 2). */
export const FirmwareDraft = z
  .object({ ...identity, ...changeable })
  .refine(
    ({ min_software_version, software_version }) =>
      !VersionNumber.safeParse(min_software_version).success ||
      !VersionNumber.safeParse(software_version).success ||
      compareVersions(min_software_version, software_version) < 0,
    brokenAs('firmware_minimum_above', 'min_software_version'),
  )
export type FirmwareDraft = z.output<typeof FirmwareDraft>

/** The file of an upload; the server compares its own sum with that of the sender. */
export const FirmwareFile = z.object({
  file_name: textOf({ min: 1, max: LIMITS.firmware_file_name_max }),
  size: z.number().int().min(1).max(LIMITS.firmware_bytes_max),
  sha256: Sha256,
})
export type FirmwareFile = z.output<typeof FirmwareFile>

/** What may change later; what is left out stays. */
export const FirmwareChange = z.object({
  firmware_id: RowId,
  name: changeable.name.optional(),
  min_software_version: OptionalVersion.optional(),
  auto_upgrade: z.boolean().optional(),
  enabled: z.boolean().optional(),
  notes: z.object({ en: Notes, zh: Notes, pl: Notes }).optional(),
})
export type FirmwareChange = z.output<typeof FirmwareChange>

/** A firmware of the list. */
export const Firmware = z.object({
  firmware_id: z.number().int(),
  product_name: z.string(),
  product_english_name: z.string(),
  ...identity,
  ...changeable,
  file_name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  crc32: z.string(),
  uploader: z.string(),
  upload_time: Time,
  /** Units in scope that report this version. */
  devices: z.number().int(),
  /** Upgrades to it of units in scope that ended, and those of them that succeeded. */
  ended: z.number().int(),
  succeeded: z.number().int(),
})
export type Firmware = z.output<typeof Firmware>

/** Filters of the list; whatever is left out does not filter. */
export const FirmwareFilter = z.object({
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  name: z.string().trim().max(LIMITS.firmware_name_max).optional(),
  module: z.enum(FIRMWARE_MODULES).optional(),
  hardware_version: z.string().trim().max(LIMITS.firmware_hardware_max).optional(),
  software_version: z.string().trim().max(LIMITS.firmware_hardware_max).optional(),
  enabled: z.boolean().optional(),
  auto_upgrade: z.boolean().optional(),
})
export type FirmwareFilter = z.output<typeof FirmwareFilter>

/** Columns of the firmware as a file. */
export const FIRMWARE_EXPORT_COLUMNS = [
  'firmware_id',
  'name',
  'product_name',
  'module',
  'hardware_version',
  'software_version',
  'min_software_version',
  'auto_upgrade',
  'enabled',
  'devices',
  'ended',
  'succeeded',
  'file_name',
  'size',
  'sha256',
  'uploader',
  'upload_time',
] as const

/** Spec 4: how an upgrade was begun. */
export const UPGRADE_TYPES = ['single', 'automatic', 'list'] as const
export type UpgradeType = (typeof UPGRADE_TYPES)[number]

/** Spec 4: results of an upgrade. */
const UPGRADE_RESULTS = ['success', 'communication_exception', 'check_error'] as const
type UpgradeResult = (typeof UPGRADE_RESULTS)[number]

const RESULT_OF: Partial<Record<UpgradeState, UpgradeResult>> = {
  success: 'success',
  comm_exception: 'communication_exception',
  check_error: 'check_error',
  // The module looked at what it was announced, and found it wrong for itself.
  rejected: 'check_error',
}

/** The result that a state means; null = it has not ended, or was taken back. */
export const resultOf = (state: UpgradeState): UpgradeResult | null => RESULT_OF[state] ?? null

/** The upgrade of one unit. */
export const Upgrade = z.object({
  upgrade_id: z.number().int(),
  /** The campaign it belongs to; null = that is gone. */
  rollout_id: z.number().int().nullable(),
  type: z.enum(UPGRADE_TYPES),
  mac: z.string(),
  firmware_id: z.number().int(),
  firmware_name: z.string(),
  module: z.enum(FIRMWARE_MODULES),
  from_version: z.string(),
  to_version: z.string(),
  state: z.enum(UPGRADE_STATES),
  result: z.enum(UPGRADE_RESULTS).nullable(),
  /** Why it did not succeed, a code; null otherwise. */
  reason: z.string().nullable(),
  percent: z.number().int(),
  /** Who began it; of an automatic one who switched that on. */
  creator: z.string(),
  create_time: Time,
  update_time: Time,
  finish_time: Time.nullable(),
})
export type Upgrade = z.output<typeof Upgrade>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** Hours of the day, by the clocks at the unit; one that ends before it begins goes over midnight. */
export const UpgradeWindow = z
  .object({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, brokenAs('window_empty', 'to'))
export type UpgradeWindow = z.output<typeof UpgradeWindow>

/** What a campaign does to each unit, and when it leaves one alone. */
export const UpgradePlan = z.object({
  firmware_id: z.number().int(),
  firmware_name: z.string(),
  module: z.enum(FIRMWARE_MODULES),
  software_version: z.string(),
  type: z.enum(UPGRADE_TYPES),
  /** Each unit is watched so long after its upgrade: new alarms, a lost board or being off line count as a failure. */
  health_minutes: z.number().int().min(0).max(LIMITS.upgrade_health_minutes_max),
  /** No unit is upgraded while it is colder outside, °C; null = whatever the weather. */
  cold_limit_c: z.number().min(-40).max(20).nullable(),
  /** No unit is upgraded while heat or hot water is demanded. */
  spare_heating: z.boolean(),
  /** Units are upgraded within these hours of their own time zone only; null = at any time. */
  window: UpgradeWindow.nullable(),
  /** A unit whose upgrade ended with a communication exception is tried again so often by itself, after so many minutes. */
  retries: z.number().int().min(0).max(LIMITS.upgrade_retries_max),
  retry_minutes: z.number().int().min(1).max(LIMITS.upgrade_retry_minutes_max),
  /** A download that is not complete after so many minutes is ended; null = only standing still ends it. */
  timeout_minutes: z
    .number()
    .int()
    .min(LIMITS.upgrade_timeout_minutes_min)
    .max(LIMITS.upgrade_timeout_minutes_max)
    .nullable(),
  /** Units with one of these versions only; empty = with any. */
  from_versions: z
    .array(VersionNumber)
    .max(LIMITS.campaign_from_versions_max)
    .refine((versions) => new Set(versions).size === versions.length, { params: { rule: 'twice' } }),
  /** The group of devices that is upgraded first; the others follow when all of it has succeeded. Null = none. */
  test_group: z.object({ group_id: z.number().int(), group_name: z.string() }).nullable(),
})
export type UpgradePlan = z.output<typeof UpgradePlan>

/** Version in the field of one product, module and hardware. */
export const FieldVersion = z.object({
  module: z.enum(FIRMWARE_MODULES),
  hardware_version: z.string(),
  software_version: z.string(),
  devices: z.number().int(),
  /** An enabled firmware with a newer version, the highest; null = none. */
  newer_firmware_id: z.number().int().nullable(),
  newer_version: z.string().nullable(),
})
export type FieldVersion = z.output<typeof FieldVersion>
