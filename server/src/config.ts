import { LIMITS } from '@heatfleet/contract/limits.ts'
import { MAP_DATUMS } from '@heatfleet/contract/map/map.ts'
import { PUSH_PORT } from '@heatfleet/contract/push.ts'
import { z } from 'zod'
import { GEOCODER_FORMATS, isGeocoderAddress, isRouteAddress, isTileAddress } from './platform/map-sources.ts'
import { nearestName } from './platform/nearest-name.ts'
import { isProxyList } from './platform/proxies.ts'

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
const tiles = z
  .string()
  .max(500)
  .refine(isTileAddress, 'Not an address of http or https with {z}, {x} and {y}')
  .optional()
const count = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback)

/**
 * Every setting of the product, by its environment variable. Documented in .env.example; a test holds the two together.
 * Empty text counts as not set.
 */
export const Settings = z.object({
  /** HTTP port of console and API. */
  HEATFLEET_PORT: port(8080),
  /** Address HTTP and MQTT listen on. */
  HEATFLEET_HOST: z.string().default('0.0.0.0'),
  /** Folder of everything the product keeps. */
  HEATFLEET_DATA: z.string().default('./data'),
  /** Folder of exported files; `exports` in the data folder when not set. */
  HEATFLEET_EXPORTS: z.string().optional(),
  /** Folder of firmware images; `firmware` in the data folder when not set. */
  HEATFLEET_FIRMWARE: z.string().optional(),
  /** Where modules fetch firmware over HTTP; HEATFLEET_PUBLIC_URL when not set, without both images are sent over MQTT alone. */
  HEATFLEET_FIRMWARE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Days for which an exported file is kept. */
  HEATFLEET_EXPORT_DAYS: count(7, 365).pipe(z.number().min(1)),
  /** Rows of one exported file; a spreadsheet holds no more than the largest value. */
  HEATFLEET_EXPORT_ROWS: count(1_000_000, 1_048_575),
  /** Size of one exported file, MB. */
  HEATFLEET_EXPORT_MB: count(512, 100_000),
  /** Password of the first administrator, on an empty database only. */
  HEATFLEET_ADMIN_PASSWORD: z.string().optional(),
  /** 64 hex digits that seal device secrets; made and kept in the data folder when not set. */
  HEATFLEET_SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'needs 64 hex digits')
    .optional(),
  /** Simulated heat pumps of the demo; 0 = none. */
  HEATFLEET_DEMO: count(200, 5_000),
  /** Days of history the demo comes to have: the newest are replayed by its modules, the rest is made in the background. */
  HEATFLEET_DEMO_DAYS: count(365, 400),
  /** Address of a SIM carrier's platform (docs/operating.md); unset = cards are kept by hand. */
  HEATFLEET_CARRIER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The carrier's key; never logged. */
  HEATFLEET_CARRIER_KEY: z.string().max(500).optional(),
  /** Cards in one call to the carrier. */
  HEATFLEET_CARRIER_BATCH: z.coerce
    .number()
    .int()
    .min(LIMITS.carrier_batch_min)
    .max(LIMITS.carrier_batch_max)
    .default(LIMITS.carrier_batch_max),
  /** Address under which people open the console, for links in messages; unset = messages have none. */
  HEATFLEET_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** OpenID Connect provider at which staff may sign in (docs/operating.md); unset = by password only. */
  HEATFLEET_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  HEATFLEET_OIDC_CLIENT_ID: z.string().max(255).optional(),
  /** Never logged; unset = a public client, held by PKCE alone. */
  HEATFLEET_OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  /** Its name, on the button of the log-in screen. */
  HEATFLEET_OIDC_NAME: z.string().max(40).default('OpenID'),
  /** `1`: a person's first sign-in finds the account by an e-mail that the provider has confirmed; `0`: people link it themselves. */
  HEATFLEET_OIDC_LINK_EMAIL: z.enum(['0', '1']).default('0'),
  /** `amr`: that claim of the ID token says whether the provider asked for a second factor; `always`: it always does. */
  HEATFLEET_OIDC_SECOND_FACTOR: z.enum(['amr', 'always']).default('amr'),
  /** Whom to tell of a weakness, for `/.well-known/security.txt`: `mailto:`, `https:` or `tel:`. */
  HEATFLEET_SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:\S+@\S+|https:\/\/\S+|tel:\+[\d-]+)$/, 'begins with mailto:, https: or tel:')
    .optional(),
  /** Private addresses that notification channels, webhooks and the geocoder may connect to: addresses or CIDR ranges, with commas; unset = none. */
  HEATFLEET_NOTIFICATION_NETWORKS: z
    .string()
    .refine(isProxyList, 'Not addresses or CIDR ranges, with commas')
    .optional(),
  /** Tiles of the map: an address with {z}, {x} and {y}; unset = outlines only. */
  HEATFLEET_MAP_TILES: tiles,
  /** Whom their service wants named on the map. */
  HEATFLEET_MAP_TILES_CREDIT: z.string().max(200).optional(),
  /** How the service shifts coordinates; maps of China are `gcj02`, those of Baidu `bd09`. */
  HEATFLEET_MAP_TILES_DATUM: z.enum(MAP_DATUMS).default('wgs84'),
  /** Tiles of the second map, of another service. */
  HEATFLEET_MAP_SECOND_TILES: tiles,
  HEATFLEET_MAP_SECOND_NAME: z.string().max(40).optional(),
  HEATFLEET_MAP_SECOND_CREDIT: z.string().max(200).optional(),
  HEATFLEET_MAP_SECOND_DATUM: z.enum(MAP_DATUMS).default('wgs84'),
  /** Tiles of pictures from above, which both maps can draw instead. */
  HEATFLEET_MAP_SATELLITE_TILES: tiles,
  HEATFLEET_MAP_SATELLITE_CREDIT: z.string().max(200).optional(),
  HEATFLEET_MAP_SATELLITE_DATUM: z.enum(MAP_DATUMS).default('wgs84'),
  /** A service that shows the way to a unit: an address with {lat} and {lon} (WGS-84); unset = what the browser opens for `geo:`. */
  HEATFLEET_MAP_ROUTE_URL: z
    .string()
    .max(500)
    .refine(isRouteAddress, 'Not an address of http or https with {lat} and {lon}')
    .optional(),
  /** A GeoJSON file of outlines in place of the built-in one: which borders are shown is the operator's decision. */
  HEATFLEET_MAP_OUTLINES: z.string().optional(),
  /** Service that finds addresses: an address with {text}, and {key} where it wants one; unset = no address search. */
  HEATFLEET_GEOCODER_URL: z
    .string()
    .max(500)
    .refine(isGeocoderAddress, 'Not an address of http or https with {text}')
    .optional(),
  /** How it answers: as Nominatim does (WGS-84), or as AMap does (GCJ-02, converted). */
  HEATFLEET_GEOCODER_FORMAT: z.enum(GEOCODER_FORMATS).default('nominatim'),
  /** Its key, put in place of {key}; never logged. */
  HEATFLEET_GEOCODER_KEY: z.string().max(500).optional(),
  /** Whom the service wants named beside its answers. */
  HEATFLEET_GEOCODER_CREDIT: z.string().max(200).optional(),
  HEATFLEET_MQTT_PORT: port(1883),
  /** `0`: modules connect over TLS alone, HEATFLEET_MQTT_PORT is closed; needs both certificate files. */
  HEATFLEET_MQTT_PLAIN: z.enum(['0', '1']).default('1'),
  /** MQTT over TLS; listens only when both certificate files are named. */
  HEATFLEET_MQTTS_PORT: port(8883),
  HEATFLEET_MQTTS_CERT: z.string().optional(),
  HEATFLEET_MQTTS_KEY: z.string().optional(),
  /** The realtime socket over TLS on a port of its own (spec 7); listens only when both certificate files are named. */
  HEATFLEET_PUSH_PORT: port(PUSH_PORT),
  HEATFLEET_PUSH_CERT: z.string().optional(),
  HEATFLEET_PUSH_KEY: z.string().optional(),
  /** Where the console's pages open the socket; unset = at the path /ws of the console's own address. */
  HEATFLEET_PUSH_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Any PostgreSQL 15+; the embedded one is not started then. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** An external broker; the embedded one is not started then. */
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  /** Shared secret of an external broker for its authentication and ACL requests; unset = none are accepted. */
  HEATFLEET_BROKER_SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'needs 64 hex digits')
    .optional(),
  /** Least level that is logged. */
  HEATFLEET_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Fewest characters of a chosen password; the wire's rule is 6 to 16 (spec 5). */
  HEATFLEET_PASSWORD_MIN: z.coerce
    .number()
    .int()
    .min(LIMITS.password_min)
    .max(LIMITS.password_max)
    .default(LIMITS.password_min),
  /** Reverse proxies that are believed about whose call it is: addresses or CIDR ranges, with commas. */
  HEATFLEET_TRUSTED_PROXIES: z.string().refine(isProxyList, 'Not addresses or CIDR ranges, with commas').optional(),
  /** With which `/metrics` is read, as bearer; unset = from this machine alone. */
  HEATFLEET_METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,200}$/, '16 to 200 characters without blanks')
    .optional(),
  /** Calls of one address in ten seconds; beyond it HTTP 429. Far above any console, below what hurts. */
  HEATFLEET_CALLS_PER_ADDRESS: count(6_000, 1_000_000).pipe(z.number().min(1)),
  /** Log-in attempts of one address in ten minutes. */
  HEATFLEET_LOGIN_PER_ADDRESS: count(50, 100_000),
  /** Zero bits of the proof of work that a sign-in needs after failed ones: 16 = 65,536 hashes, some tenths of a second; 0 = none. */
  HEATFLEET_LOGIN_PROOF_BITS: count(16, 24),
  /** Accounts one address may make in the app in ten minutes; a carrier's address stands for many people. */
  HEATFLEET_SIGN_UP_PER_ADDRESS: count(300, 100_000),
  /** Connections the gateway accepts; bounded by the system's file limit too. */
  HEATFLEET_MQTT_CONNECTIONS: count(18_000, 1_000_000),
  /** Reports waiting for the database before devices are slowed down. */
  HEATFLEET_INGEST_QUEUE: count(20_000, 1_000_000),
  /** KiB a second of the pieces of images that all modules together get over MQTT: what is over belongs to reports. */
  HEATFLEET_UPGRADE_KIB_PER_S: count(512, 1_000_000).pipe(z.number().min(1)),
  /** `1`: the board of a generic module is detected by itself when it registers for the first time; `0`: never by itself. */
  HEATFLEET_DETECT_FIRST_LOGIN: z.enum(['0', '1']).default('1'),
  /** Compaction by day, or by hour where a day of raw reports does not fit on the disk. */
  HEATFLEET_COMPACT: z.enum(['day', 'hour']).default('day'),
  /** Minutes between the end of a day (hour) and its compaction; also the shortest interval between compactions of late reports. */
  HEATFLEET_COMPACT_AFTER_MIN: count(60, 100_000),
  /** Seconds between two checks for days to compact. */
  HEATFLEET_COMPACT_EVERY_S: count(300, 86_400).pipe(z.number().min(1)),
  /** Days for which history is kept, whole months at a time; 0 = for ever. */
  HEATFLEET_HISTORY_DAYS: count(0, 36_500),
  /** An alarm is raised when less than so many MB of the disk of the data folder are free. */
  HEATFLEET_DISK_WARN_MB: count(2_000, 100_000_000),
  /** Folder in which scheduled backups are made; unset = none are. */
  HEATFLEET_BACKUP_TO: z.string().optional(),
  /** When the daily backup is made, UTC. */
  HEATFLEET_BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'needs a time such as 02:30')
    .default('02:30'),
  /** Backups of the schedule that are kept. */
  HEATFLEET_BACKUP_KEEP: count(7, 1_000).pipe(z.number().min(1)),
  /** The database's log is archived beside them so often, seconds: what a restore may lose. 0 = not. */
  HEATFLEET_BACKUP_LOG_S: count(60, 86_400),
  /** Encrypts backups; without it none can be read. */
  HEATFLEET_BACKUP_PASSPHRASE: z.string().max(1_000).optional(),
  /** A file that holds it instead. */
  HEATFLEET_BACKUP_PASSPHRASE_FILE: z.string().optional(),
})
export type Config = z.infer<typeof Settings>

/** Settings under their former names, accepted for one version: former name -> name. */
const RENAMED: Readonly<Record<string, keyof Config>> = {
  HEATFLEET_PACK: 'HEATFLEET_COMPACT',
  HEATFLEET_PACK_AFTER_MIN: 'HEATFLEET_COMPACT_AFTER_MIN',
  HEATFLEET_PACK_EVERY_S: 'HEATFLEET_COMPACT_EVERY_S',
}

/** Former names that are set, each with the name to use instead: for a warning in the log. */
export const listRenamedSettings = (environment: NodeJS.ProcessEnv = process.env): [former: string, name: string][] =>
  Object.entries(RENAMED).filter(([former]) => (environment[former] ?? '') !== '')

/** Of our tests, tools and the bridge; the product does not read them. */
const NOT_OURS = /^HEATFLEET_(TEST|BENCH|BRIDGE)_|^HEATFLEET_(CLOUD|MUTANT)$/
/** Letters that may be wrong in a name that is still taken for another. */
const TYPING_ERRORS_MAX = 4

/** Settings that are set and do not exist, each with the one that was probably meant. */
export const listUnknownSettings = (
  environment: NodeJS.ProcessEnv = process.env,
): [unknown: string, nearest: string | null][] => {
  const names = Object.keys(Settings.shape)
  return Object.keys(environment)
    .filter((name) => name.startsWith('HEATFLEET_') && !NOT_OURS.test(name))
    .filter((name) => !names.includes(name) && !Object.hasOwn(RENAMED, name))
    .map((name) => [name, nearestName(name, names, TYPING_ERRORS_MAX)])
}

/** A setting that cannot be used: one sentence that names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** Settings that need others. */
const assertTogether = (config: Config): Config => {
  for (const name of ['HEATFLEET_OIDC_CLIENT_ID', 'HEATFLEET_PUBLIC_URL'] as const)
    if (config.HEATFLEET_OIDC_ISSUER !== undefined && config[name] === undefined)
      throw new SettingError(`HEATFLEET_OIDC_ISSUER is not usable: it needs ${name}.`)
  if (config.HEATFLEET_GEOCODER_URL?.includes('{key}') && config.HEATFLEET_GEOCODER_KEY === undefined)
    throw new SettingError('HEATFLEET_GEOCODER_URL is not usable: its {key} needs HEATFLEET_GEOCODER_KEY.')
  return config
}

/** Reads the settings; throws {@link SettingError} naming the first invalid one. The only reader of process.env. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const given: Record<string, string> = {}
  // The former names first: where both are set, the new name decides.
  for (const [former, name] of [...Object.entries(RENAMED), ...Object.keys(Settings.shape).map((name) => [name, name])])
    if (former !== undefined && name !== undefined && (environment[former] ?? '') !== '')
      given[name] = environment[former] ?? ''
  const parsed = Settings.safeParse(given)
  if (parsed.success) return assertTogether(parsed.data)
  const issue = parsed.error.issues[0]
  throw new SettingError(`${String(issue?.path[0])} is not usable: ${issue?.message}.`)
}

/** Where the program of an assistant finds the product, and its API token (docs/mcp.md): it runs elsewhere, with nothing else set. */
export const readAssistantConfig = (environment: NodeJS.ProcessEnv = process.env) => ({
  url: environment.HEATFLEET_URL,
  token: environment.HEATFLEET_TOKEN,
})

const BridgeSettingsOf = z.object({
  HEATFLEET_URL: z.url({ protocol: /^https?$/ }),
  /** Tokens of grants, with commas: one for each unit. */
  HEATFLEET_TOKEN: z
    .string()
    .regex(/^hfd_[\w-]+(,\s*hfd_[\w-]+)*$/, 'needs tokens that begin with hfd_, with commas between them'),
  HEATFLEET_BRIDGE_BROKER: z.url({ protocol: /^(mqtts?|wss?)$/ }),
  HEATFLEET_BRIDGE_NAME: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'needs letters, figures, hyphens or underscores')
    .default('bridge'),
  HEATFLEET_BRIDGE_LANGUAGE: z.enum(['en', 'zh', 'pl']).default('en'),
  HEATFLEET_BRIDGE_MAKER: z.string().max(60).default('Heatfleet'),
  HEATFLEET_BRIDGE_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'needs a part of a topic')
    .default('homeassistant'),
  HEATFLEET_BRIDGE_SILENT_MIN: count(15, 10_000).pipe(z.number().min(1)),
})

/** Settings of the bridge to Home Assistant (docs/home-assistant.md), which runs elsewhere; throws {@link SettingError}. */
export const readBridgeConfig = (environment: NodeJS.ProcessEnv = process.env): z.infer<typeof BridgeSettingsOf> => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''))
  const parsed = BridgeSettingsOf.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0])
  throw new SettingError(
    given[name] === undefined
      ? `${name} is needed (docs/home-assistant.md).`
      : `${name} is not usable: ${issue?.message}.`,
  )
}
