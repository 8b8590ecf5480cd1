import { z } from 'zod'
import { HEALTH_BANDS } from '../device-days/health-bands.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { MapBox } from '../map/map-box.ts'
import { MapCircle } from '../map/map-circle.ts'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { BUS_STATES, IDENTIFY_STATES, ONLINE_STATES, RECOGNITION_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

/** Where a device stands: WGS-84 degrees. */
export const Position = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  address: z.string().trim().max(LIMITS.address_max),
  /** Within so many metres of it; null = placed by a person on the spot. */
  accuracy_m: z.number().int().min(1).max(LIMITS.position_accuracy_max_m).nullable().default(null),
})
export type Position = z.output<typeof Position>

/** Whether a position only says in which part of a region a device is: it is drawn as an estimate and does not count as placed. */
export const isEstimate = ({ accuracy_m }: Pick<Position, 'accuracy_m'>): boolean =>
  accuracy_m !== null && accuracy_m > LIMITS.position_exact_m

/** A device as the list shows it (spec 3). Times are ISO 8601 UTC, null = never. */
export const Device = z.object({
  /** IMEI (15 digits, 4G) or MAC (12 hex, WiFi); labelled imei. */
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  net: z.enum(['wifi', '4g']),
  online_status: z.enum(ONLINE_STATES),
  online_since: Time.nullable(),
  first_online_time: Time.nullable(),
  last_online_time: Time.nullable(),
  last_offline_time: Time.nullable(),
  online_times: z.number().int(),
  last_report_time: Time.nullable(),
  /** Whether it is known which board the module is wired to, also while a new recognition runs. */
  identify_status: z.enum(IDENTIFY_STATES),
  /** Where recognition stands. */
  vcard_pk: z.enum(RECOGNITION_STATES),
  active_status: z.boolean(),
  /** When another module took its place; null = in service. */
  replaced_time: Time.nullable(),
  alarm_status: z.boolean(),
  alarm_count: z.number().int(),
  /** Keys of the faults that stand after the last report, worst first. */
  alarm_keys: z.array(z.string()),
  /** Of the worst of them, by the alarm defaults of the product; null = none. */
  alarm_severity: z.enum(SEVERITIES).nullable(),
  last_alarm_time: Time.nullable(),
  /** Display and main board, as the module registered them. */
  software_version: z.string(),
  hardware_version: z.string(),
  /** Hardware of the module; `''` = not reported. */
  module_type: z.string(),
  module_version: z.string(),
  bus_status: z.enum(BUS_STATES),
  rssi_dbm: z.number().int().nullable(),
  info_pk: z.string().nullable(),
  dtu_default_pk: z.string().nullable(),
  iccid: z.string().nullable(),
  /** Its distributor; null = stock of the manufacturer. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  position: z
    .object({ lat: z.number(), lon: z.number(), address: z.string(), accuracy_m: z.number().int().nullable() })
    .nullable(),
  /** In alphabetical order. */
  tags: z.array(z.string()),
  import_tag: z.string(),
  import_time: Time,
  import_count: z.number().int(),
  imported_user: z.string(),
  simulated: z.boolean(),
  /** A unit on a test bench: points not yet verified on hardware may be written. */
  test_bench: z.boolean(),
  favourite: z.boolean(),
  /** Flow water temperature of the last report; null when unknown or not reported. */
  flow_c: z.number().nullable(),
})
export type Device = z.infer<typeof Device>

/** One value with its own age: blocks are polled at different rates. */
export const LatestValue = z.object({ key: z.string(), value: z.number(), at: z.number().int() })
export type LatestValue = z.infer<typeof LatestValue>

/** A text that registers hold (serial number, model), with the age of its block. */
export const LatestText = z.object({ key: z.string(), text: z.string(), at: z.number().int() })
export type LatestText = z.infer<typeof LatestText>

/**
 * Whether people outside the household may control the unit: the owner's consent to remote service, as it is now; a unit without an
 * owner needs none.
 */
const REMOTE_CONSENTS = ['not_needed', 'given', 'missing'] as const
export type RemoteConsent = (typeof REMOTE_CONSENTS)[number]

/** All that the detail page opens with. */
export const DeviceDetail = Device.extend({
  layout_id: RowId,
  /** Names of the device's distributors from the caller's own down to its owner. */
  agent_chain: z.array(z.string()),
  remote_consent: z.enum(REMOTE_CONSENTS),
  /** IANA name, of the country of its distributor; null where clocks differ within that country. */
  time_zone: z.string().nullable(),
  /** What it sent last could not be read. */
  parsing_failed: z.boolean(),
  values: z.array(LatestValue),
  texts: z.array(LatestText),
})
export type DeviceDetail = z.infer<typeof DeviceDetail>

/** Quick tabs over the list (product 3.7). */
export const QUICK_TABS = [
  'all',
  'online',
  'offline_24h',
  'alarm',
  'unrecognized',
  'never_online',
  'favourites',
] as const
export type QuickTab = (typeof QUICK_TABS)[number]

/** `urgency` = those in alarm first, then those offline, each by name; `health` = the lowest score first. */
export const DEVICE_SORTS = [
  'mac',
  'urgency',
  'device_name',
  'product_name',
  'online_status',
  'agent_name',
  'software_version',
  'last_report_time',
  'last_online_time',
  'first_online_time',
  'online_times',
  'last_alarm_time',
  'import_time',
  'health',
] as const

/** Columns an export of the list can hold, named as those of the list. */
export const DEVICE_EXPORT_COLUMNS = [
  'mac',
  'device_name',
  'product_name',
  'product_key',
  'online_status',
  'signal',
  'alarm_status',
  'flow_c',
  'vcard_pk',
  'identify_status',
  'active_status',
  'agent_name',
  'software_version',
  'hardware_version',
  'module_type',
  'module_version',
  'last_report_time',
  'last_online_time',
  'last_offline_time',
  'first_online_time',
  'online_times',
  'last_alarm_time',
  'position',
  'tags',
  'import_tag',
  'import_time',
  'import_count',
  'imported_user',
  'bus_status',
  'net',
  'info_pk',
  'dtu_default_pk',
  'iccid',
  'health',
  'health_reasons',
  'bound_users',
  'sim_end',
  'firmware_target',
] as const

/** What of virtual units a list holds beside the fleet, or in its place. */
export const VIRTUAL_CHOICES = ['with', 'only'] as const

/** How soon the end of a SIM card counts as near, days. */
export const CARD_ENDING_DAYS = 30

/** Filters of the list; whatever is left out does not filter. */
export const DeviceFilter = z.object({
  /** Complete ids. */
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  /** Complete ids that are left out: released by hand from a selection of all. */
  except_macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  device_name: z.string().trim().max(100).optional(),
  /** Global search: the beginning of an id or ICCID, or a part of the name. */
  search: z.string().trim().max(100).optional(),
  product_key: z.string().max(64).optional(),
  agent_id: RowId.optional(),
  include_lower: z.boolean().default(true),
  /** True: only the manufacturer's stock; false: only units of distributors. */
  manufacturer_stock: z.boolean().optional(),
  online_status: z.enum(ONLINE_STATES).optional(),
  active_status: z.boolean().optional(),
  alarm_status: z.boolean().optional(),
  /** Severity of the worst of its alarms. */
  alarm_severity: z.enum(SEVERITIES).optional(),
  identify_status: z.enum(IDENTIFY_STATES).optional(),
  vcard_pk: z.enum(RECOGNITION_STATES).optional(),
  bus_status: z.enum(BUS_STATES).optional(),
  net: z.enum(['wifi', '4g']).optional(),
  /** Whether its SIM card ends within {@link CARD_ENDING_DAYS} days or has ended; read by those who may see SIM cards. */
  card_ending: z.boolean().optional(),
  software_version: z.string().trim().max(40).optional(),
  hardware_version: z.string().trim().max(40).optional(),
  module_version: z.string().trim().max(40).optional(),
  module_type: z.string().trim().max(40).optional(),
  import_tag: z.string().trim().max(40).optional(),
  /** A whole tag, whatever its letter case. */
  tag: z.string().trim().max(LIMITS.device_tag_max).optional(),
  /** Members of a group of devices. */
  group_id: RowId.optional(),
  /** Virtual units are left out unless named by their ids: `with` = in it too, `only` = nothing else. */
  virtual_units: z.enum(VIRTUAL_CHOICES).optional(),
  /** In an app, by an owner or somebody it is shared with. */
  bound: z.boolean().optional(),
  /** Bound to so many app users or more, shared ones counted. */
  bound_users_min: z.number().int().min(1).max(LIMITS.bound_users_filter_max).optional(),
  health: z.enum(HEALTH_BANDS).optional(),
  /** Region of the distributor: the digits of GB/T 2260 that its code begins with, or a code of ISO 3166-2. */
  region_code: z.string().trim().max(10).optional(),
  import_from: Time.optional(),
  import_to: Time.optional(),
  /** Whether it is known where it stands; of an estimate it is not. */
  has_position: z.boolean().optional(),
  /** Units that stand in a part of the map. */
  area: MapBox.optional(),
  /** Units that stand within a distance of a place. */
  circle: MapCircle.optional(),
  last_online_from: Time.optional(),
  last_online_to: Time.optional(),
  first_online_from: Time.optional(),
  first_online_to: Time.optional(),
  /** The SIM card in it ends within so many days, or has ended; without cancelled cards. */
  sim_days_left: z.number().int().min(0).max(LIMITS.iccid_days_max).optional(),
  quick: z.enum(QUICK_TABS).default('all'),
  sort_by: z.enum(DEVICE_SORTS).default('mac'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type DeviceFilter = z.infer<typeof DeviceFilter>
