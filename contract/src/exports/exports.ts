import { z } from 'zod'
import { ACCOUNT_EXPORT_COLUMNS, AccountFilter } from '../accounts/row.ts'
import { ALARM_EXPORT_COLUMNS, AlarmFilter } from '../alarms/alarm.ts'
import { APP_USER_EXPORT_COLUMNS, AppUserFilter } from '../app-users/app-users.ts'
import { APP_VERSION_EXPORT_COLUMNS, AppVersionFilter } from '../app-versions/app-versions.ts'
import { APPLICATION_EXPORT_COLUMNS, APPLICATION_FILTERS } from '../apps/apps.ts'
import { AUDIT_EXPORT_COLUMNS, AuditFilter } from '../audit/audit.ts'
import { BATCH_EXPORT_COLUMNS, BatchItemFilter } from '../batches/batches.ts'
import {
  BINDING_EVENT_EXPORT_COLUMNS,
  BINDING_EXPORT_COLUMNS,
  BindingEventFilter,
  BindingSelection,
} from '../bindings/device-binder.ts'
import { CONTROL_EXPORT_COLUMNS, ControlFilter } from '../controls/controls.ts'
import { DEVICE_LOG_EXPORT_COLUMNS, DeviceLogFilter } from '../device-log/device-log.ts'
import { DEVICE_EXPORT_COLUMNS, DeviceFilter } from '../devices/devices.ts'
import { DISTRIBUTOR_EXPORT_COLUMNS, DistributorFilter } from '../distributors/distributors.ts'
import { endpoints } from '../endpoint.ts'
import { ERROR_CODES, type ErrorCode } from '../errors.ts'
import { UPGRADE_EXPORT_COLUMNS, UpgradeFilter } from '../firmware/campaign.ts'
import { FIRMWARE_EXPORT_COLUMNS, FirmwareFilter } from '../firmware/firmware.ts'
import { HistoryExportColumn, HistoryExportFilter, TimeZone } from '../history/history.ts'
import { ICCID_EXPORT_COLUMNS, IccidFilter } from '../iccids/card.ts'
import { IMPORT_EXPORT_COLUMNS, ImportFilter } from '../imports/imports.ts'
import { IMPORT_ROW_EXPORT_COLUMNS, ImportRowFilter } from '../imports/lines.ts'
import { LIMITS } from '../limits.ts'
import { DELIVERY_EXPORT_COLUMNS, DeliveryFilter } from '../notification-policies/delivery.ts'
import { Paging, pageOf } from '../paging.ts'
import { REPLACEMENT_EXPORT_COLUMNS, ReplacementFilter } from '../replacements/replacements.ts'
import { GROUP_EXPORT_COLUMNS, ResourceGroupFilter } from '../resource-groups/resource-groups.ts'
import { ROLE_EXPORT_COLUMNS, RoleFilter } from '../roles/roles.ts'
import {
  ROLLOUT_EXPORT_COLUMNS,
  ROLLOUT_LIST_EXPORT_COLUMNS,
  RolloutFilter,
  RolloutUnitFilter,
} from '../rollouts/rollout.ts'
import { ORDER_EXPORT_COLUMNS, OrderFilter } from '../service-orders/row.ts'
import { RELEASE_EXPORT_COLUMNS, ReleaseFilter } from '../shipments/releases.ts'
import { SHIPMENT_EXPORT_COLUMNS, ShippedFilter } from '../shipments/shipments.ts'

const Time = z.iso.datetime()

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Of the file itself: one that is split is an archive of files. */
const EXPORT_FILE_FORMATS = [...EXPORT_FORMATS, 'zip'] as const
export type ExportFileFormat = (typeof EXPORT_FILE_FORMATS)[number]

/** `queued` waits for its turn; `expired` = the file was kept as long as files are kept, and is gone. */
export const EXPORT_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** Which states a move may start from; the server's updates and the console's buttons both follow it. */
export const EXPORT_MOVES = {
  cancel: ['queued', 'running'],
  retry: ['failed', 'cancelled', 'expired'],
  download: ['done'],
} as const satisfies Record<string, readonly ExportState[]>

/** A column by its key. Older consoles also sent its title and the texts of its codes, which are ignored. */
const columnOf = <Key extends string>(key: z.ZodType<Key, Key>) =>
  z.union([key, z.object({ key }).transform((column) => column.key)])

/** What may be requested of one kind of list: its filter and the columns it can write. Titles and texts come from the catalogues. */
const requestOf = <Kind extends string, Filter extends z.ZodType, Key extends string>(
  kind: Kind,
  filter: Filter,
  key: z.ZodType<Key, Key>,
) =>
  z.object({
    kind: z.literal(kind),
    format: z.enum(EXPORT_FORMATS),
    /** Name of the file without day and ending. */
    file_name: z.string().trim().min(1).max(LIMITS.export_name_max),
    /** Times are written in this zone. */
    time_zone: TimeZone,
    /** Of titles, coded values, and names that exist in several languages. */
    language: z.enum(['en', 'zh', 'pl']),
    columns: z
      .array(columnOf(key))
      .min(1)
      .max(LIMITS.export_columns_max)
      .refine((keys) => new Set(keys).size === keys.length, { params: { rule: 'twice' } }),
    filter,
  })

/** A request for a file. One line for each kind; its rows come from the source of that kind in the server's wiring. */
export const ExportRequest = z.discriminatedUnion('kind', [
  requestOf('app-user-list', AppUserFilter, z.enum(APP_USER_EXPORT_COLUMNS)),
  requestOf('app-list', APPLICATION_FILTERS, z.enum(APPLICATION_EXPORT_COLUMNS)),
  requestOf('app-version-list', AppVersionFilter, z.enum(APP_VERSION_EXPORT_COLUMNS)),
  requestOf('role-matrix', RoleFilter, z.enum(ROLE_EXPORT_COLUMNS)),
  requestOf('group-list', ResourceGroupFilter.omit({ grantable: true }), z.enum(GROUP_EXPORT_COLUMNS)),
  requestOf('batch-items', BatchItemFilter, z.enum(BATCH_EXPORT_COLUMNS)),
  requestOf('binding-list', BindingSelection, z.enum(BINDING_EXPORT_COLUMNS)),
  requestOf('binding-history', BindingEventFilter, z.enum(BINDING_EVENT_EXPORT_COLUMNS)),
  requestOf('audit-log', AuditFilter, z.enum(AUDIT_EXPORT_COLUMNS)),
  requestOf('control-log', ControlFilter, z.enum(CONTROL_EXPORT_COLUMNS)),
  requestOf('device-log', DeviceLogFilter, z.enum(DEVICE_LOG_EXPORT_COLUMNS)),
  requestOf('agent-list', DistributorFilter, z.enum(DISTRIBUTOR_EXPORT_COLUMNS)),
  requestOf('account-list', AccountFilter, z.enum(ACCOUNT_EXPORT_COLUMNS)),
  requestOf('import-list', ImportFilter, z.enum(IMPORT_EXPORT_COLUMNS)),
  requestOf('import-rows', ImportRowFilter, z.enum(IMPORT_ROW_EXPORT_COLUMNS)),
  requestOf('shipment-list', ShippedFilter, z.enum(SHIPMENT_EXPORT_COLUMNS)),
  requestOf('release-list', ReleaseFilter, z.enum(RELEASE_EXPORT_COLUMNS)),
  requestOf('iccid-list', IccidFilter, z.enum(ICCID_EXPORT_COLUMNS)),
  requestOf('replacement-list', ReplacementFilter, z.enum(REPLACEMENT_EXPORT_COLUMNS)),
  requestOf('device-list', DeviceFilter, z.enum(DEVICE_EXPORT_COLUMNS)),
  requestOf('alarm-list', AlarmFilter, z.enum(ALARM_EXPORT_COLUMNS)),
  requestOf('notification-log', DeliveryFilter, z.enum(DELIVERY_EXPORT_COLUMNS)),
  requestOf('order-list', OrderFilter, z.enum(ORDER_EXPORT_COLUMNS)),
  requestOf('firmware-list', FirmwareFilter, z.enum(FIRMWARE_EXPORT_COLUMNS)),
  requestOf('upgrade-list', UpgradeFilter, z.enum(UPGRADE_EXPORT_COLUMNS)),
  requestOf('rollout-list', RolloutFilter, z.enum(ROLLOUT_LIST_EXPORT_COLUMNS)),
  requestOf('rollout-units', RolloutUnitFilter, z.enum(ROLLOUT_EXPORT_COLUMNS)),
  requestOf('device-history', HistoryExportFilter, HistoryExportColumn),
])
export type ExportRequest = z.output<typeof ExportRequest>
export type ExportKind = ExportRequest['kind']
export type ExportRequestOf<Kind extends ExportKind> = Extract<ExportRequest, { kind: Kind }>
export type ExportColumnOf<Kind extends ExportKind> = ExportRequestOf<Kind>['columns'][number]
// The literal of each option of the union above.

/** Export record (spec 3): file name, period, time, status, progress, file. */
export const ExportRecord = z.object({
  export_id: z.number().int(),
  kind: z.string(),
  format: z.enum(EXPORT_FILE_FORMATS),
  file_name: z.string(),
  period_from: Time.nullable(),
  period_to: Time.nullable(),
  state: z.enum(EXPORT_STATES),
  rows_done: z.number().int(),
  /** Rows that matched when it began; null = not counted yet. */
  rows_total: z.number().int().nullable(),
  file_bytes: z.number().int().nullable(),
  /** Why it failed. */
  reason: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).nullable(), // the keys of ERRORS, never none
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  /** When the file is deleted. */
  expires_at: Time.nullable(),
})
export type ExportRecord = z.infer<typeof ExportRecord>

const ById = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** A record as the API page shows it. */
export const EXPORT_EXAMPLE: ExportRecord = {
  export_id: 41,
  kind: 'device-list',
  format: 'xlsx',
  file_name: 'devices-2026-11-21-0915.xlsx',
  period_from: null,
  period_to: null,
  state: 'done',
  rows_done: 200,
  rows_total: 200,
  file_bytes: 18_412,
  reason: null,
  created_at: '2026-11-21T09:15:00.000Z',
  started_at: '2026-11-21T09:15:00.100Z',
  finished_at: '2026-11-21T09:15:00.900Z',
  expires_at: '2026-11-28T09:15:00.900Z',
}

export const exportCalls = endpoints({
  exportCreate: {
    method: 'POST',
    path: '/export/create',
    kind: 'change',
    of: 'export',
    needs: 'signed-in',
    about: 'unscoped',
    body: ExportRequest,
    result: ExportRecord,
    fails: ['no_permission', 'export_queue_full'],
    says: 'Starts an export in the background; each kind needs its own right, and shows the rows of the scope at that time.',
    example: { ...EXPORT_EXAMPLE, state: 'queued', rows_done: 0, rows_total: null, file_bytes: null, started_at: null },
  },
  exportList: {
    method: 'POST',
    path: '/export/list',
    kind: 'read',
    of: 'export',
    needs: 'signed-in',
    about: { list: 'export' },
    query: Paging,
    body: z
      .object({ kind: z.string().max(40).optional(), states: z.array(z.enum(EXPORT_STATES)).max(6).optional() })
      .default({}),
    result: pageOf(ExportRecord),
    fails: [],
    says: 'The own exports, the newest first.',
    example: { list: [EXPORT_EXAMPLE], total: 1, pageNo: 1, size: 999 },
  },
  exportCancel: {
    method: 'POST',
    path: '/export/:id/cancel',
    kind: 'change',
    of: 'export',
    needs: 'signed-in',
    about: 'export',
    params: ById,
    result: ExportRecord,
    fails: ['export_not_found', 'export_not_open'],
    says: 'Stops a waiting or running export of the own account.',
    example: { ...EXPORT_EXAMPLE, state: 'cancelled', file_bytes: null },
  },
  exportRetry: {
    method: 'POST',
    path: '/export/:id/retry',
    kind: 'change',
    of: 'export',
    needs: 'signed-in',
    about: 'export',
    params: ById,
    result: ExportRecord,
    fails: ['export_not_found', 'export_not_over', 'export_queue_full'],
    says: 'Runs a failed, cancelled or expired export again, with the rights and rows of now.',
    example: { ...EXPORT_EXAMPLE, state: 'queued', rows_done: 0, file_bytes: null },
  },
  exportFile: {
    method: 'GET',
    path: '/export/:id/file',
    kind: 'read',
    of: 'export',
    needs: 'signed-in',
    about: 'export',
    gives: 'file',
    params: ById,
    result: z.string().meta({ format: 'binary' }),
    fails: ['export_not_found', 'export_not_done', 'busy'],
    says: 'The file of an own export that is done, as an attachment.',
    example: '',
  },
})
