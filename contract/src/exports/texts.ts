import { ACCOUNT_EXPORT_COLUMNS } from '../accounts/row.ts'
import { ALARM_EXPORT_COLUMNS } from '../alarms/alarm.ts'
import { APP_PLATFORMS, APP_USER_EXPORT_COLUMNS } from '../app-users/app-users.ts'
import { APP_VERSION_EXPORT_COLUMNS } from '../app-versions/app-versions.ts'
import { APPLICATION_EXPORT_COLUMNS } from '../apps/apps.ts'
import { AUDIT_EXPORT_COLUMNS, EDIT_CONFLICTS } from '../audit/audit.ts'
import { BATCH_EXPORT_COLUMNS } from '../batches/batches.ts'
import { BINDING_EVENT_EXPORT_COLUMNS, BINDING_EXPORT_COLUMNS } from '../bindings/device-binder.ts'
import { SHARED } from '../catalogues.ts'
import { CONTROL_EXPORT_COLUMNS } from '../controls/controls.ts'
import { DATA_SCOPES, SCOPED_RESOURCES } from '../data-scope.ts'
import { DEVICE_LOG_EXPORT_COLUMNS } from '../device-log/device-log.ts'
import { DISTRIBUTOR_EXPORT_COLUMNS } from '../distributors/distributors.ts'
import { ERROR_CODES } from '../errors.ts'
import { UPGRADE_EXPORT_COLUMNS } from '../firmware/campaign.ts'
import { FIRMWARE_EXPORT_COLUMNS } from '../firmware/firmware.ts'
import { IMPORT_EXPORT_COLUMNS } from '../imports/imports.ts'
import { IMPORT_FIELDS, IMPORT_ROW_EXPORT_COLUMNS } from '../imports/lines.ts'
import { DELIVERY_EXPORT_COLUMNS } from '../notification-policies/delivery.ts'
import { PERMISSIONS } from '../permissions.ts'
import { GROUP_EXPORT_COLUMNS } from '../resource-groups/resource-groups.ts'
import { BUILT_IN_ROLES, ROLE_LEVELS } from '../roles/built-in.ts'
import { ROLE_EXPORT_COLUMNS } from '../roles/roles.ts'
import { ROLLOUT_EXPORT_COLUMNS, ROLLOUT_LIST_EXPORT_COLUMNS } from '../rollouts/rollout.ts'
import { ORDER_EXPORT_COLUMNS } from '../service-orders/row.ts'
import { RELEASE_EXPORT_COLUMNS, RELEASE_FILE_NAMES } from '../shipments/releases.ts'
import { SHIPMENT_EXPORT_COLUMNS } from '../shipments/shipments.ts'
import type { ExportKind } from './exports.ts'
import { type KindTexts, kindTexts } from './kind-texts.ts'
import { DEVICE_EXPORT_TEXTS } from './texts-devices.ts'

/** Which texts of which catalogue an export's header and coded values are written with. */
export const EXPORT_TEXTS = {
  ...DEVICE_EXPORT_TEXTS,
  'app-user-list': kindTexts('app-users', APP_USER_EXPORT_COLUMNS, ({ group }) => ({
    values: { status: group('status'), language: group('languages'), platform: group('platforms') },
  })),
  'app-list': kindTexts('apps', APPLICATION_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: Object.fromEntries(
      APP_PLATFORMS.map((platform) => [
        `current_${platform}`,
        `${text('columns.current_version')} · ${text(`platforms.${platform}`)}`,
      ]),
    ),
    values: { platforms: group('platforms'), status: group('status') },
  })),
  'app-version-list': kindTexts('app-versions', APP_VERSION_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: {
      staged_percent: `${text('columns.staged_percent')} (%)`,
    },
    values: {
      platform: group('platforms', 'apps'),
      status: group('states'),
      update_type: group('types'),
      channel: group('channels'),
    },
  })),
  'role-matrix': kindTexts('roles', ROLE_EXPORT_COLUMNS, ({ text, group }) => {
    const scopes = ROLE_LEVELS.flatMap((level) =>
      DATA_SCOPES.map((scope) => [`${level}:${scope}`, text(`scopes.${level}.${scope}.name`)] as const),
    )
    const exceptions = SCOPED_RESOURCES.flatMap((resource) => {
      const name = text(`overrides.resources.${resource}`)
      return scopes.map(([code, scope]) => [`${resource}=${code}`, `${name}: ${scope}`] as const)
    })
    const yes = { yes: text('yes_no.yes') }
    return {
      titles: {
        scope_overrides: text('overrides.title'),
        requires_totp: text('requires_totp'),
        ...Object.fromEntries(PERMISSIONS.map((right) => [right, text(`rights.${right}.name`, SHARED)])),
      },
      values: {
        level: group('level'),
        type: group('type'),
        data_scope: Object.fromEntries(scopes),
        scope_overrides: Object.fromEntries(exceptions),
        requires_totp: group('yes_no'),
        ...Object.fromEntries(PERMISSIONS.map((right) => [right, yes])),
      },
    }
  }),
  'group-list': kindTexts('resource-groups', GROUP_EXPORT_COLUMNS, ({ text }) => ({
    titles: {
      agents: text('fields.agents'),
      regions: text('fields.regions'),
      products: text('fields.products'),
      listed_devices: text('fields.macs'),
    },
    values: { group_name: { everything: text('whole_fleet') } },
  })),
  'batch-items': kindTexts('batches', BATCH_EXPORT_COLUMNS, ({ text }) => {
    // Without the figures of the single refusal.
    const refused = ERROR_CODES.map(
      (code) => [code, text(`errors.${code}`, SHARED).replaceAll(/\{\{\w+\}\}/g, '…')] as const,
    )
    return {
      titles: {
        position: text('position'),
        object_id: text('object_id'),
        name: text('object'),
        result: text('result'),
      },
      values: { result: { ...Object.fromEntries(refused), ok: text('ok'), open: text('waiting') } },
    }
  }),
  'binding-list': kindTexts('bindings', BINDING_EXPORT_COLUMNS, ({ group }) => ({
    values: { role: group('roles'), bind_way: group('ways'), status: group('status', 'app-users') },
  })),
  'binding-history': kindTexts('bindings', BINDING_EVENT_EXPORT_COLUMNS, ({ group }) => ({
    values: { action: group('events'), bind_way: group('ways'), by: group('by') },
  })),
  'audit-log': kindTexts('audit', AUDIT_EXPORT_COLUMNS, ({ text, group }) => ({
    values: {
      action: group('audit_actions', SHARED),
      result: {
        ok: text('results.ok'),
        ...Object.fromEntries(EDIT_CONFLICTS.map((code) => [code, text('results.conflict')])),
      },
    },
  })),
  'control-log': kindTexts('controls', CONTROL_EXPORT_COLUMNS, ({ group }) => ({
    values: { source: group('sources'), state: group('states'), reason: group('reasons') },
  })),
  'device-log': kindTexts('device-log', DEVICE_LOG_EXPORT_COLUMNS, ({ group }) => ({
    values: { type: group('types'), kind: group('kinds'), source: group('sources'), result: group('results') },
  })),
  'agent-list': kindTexts('distributors', DISTRIBUTOR_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: { disabled: text('disabled') },
    values: { agent_level: group('levels'), disabled: { yes: text('yes'), no: text('no') } },
  })),
  'account-list': kindTexts('accounts', ACCOUNT_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: { data_scope: text('columns.scope'), valid_until: text('form.valid_until'), remark: text('form.remark') },
    values: {
      state: group('states'),
      role: Object.fromEntries(
        Object.keys(BUILT_IN_ROLES).map((name) => [name, text(`role_names.${name}.name`, SHARED)]),
      ),
      agent: { manufacturer: text('manufacturer') },
      data_scope: group('data_scopes'),
      gender: group('genders'),
      totp: group('totp'),
    },
  })),
  'import-list': kindTexts('imports', IMPORT_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: { created_time: text('columns.import_time') },
    values: { state: group('states'), agent_name: { stock: text('stock') } },
  })),
  // Those that an import reads have the titles that it knows.
  'import-rows': kindTexts('imports', IMPORT_ROW_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: Object.fromEntries(IMPORT_FIELDS.map((field) => [field, text(`fields.${field}`)])),
    values: {
      verdict: group('verdicts'),
      result: group('results'),
      problems: group('problems'),
      agent_name: { stock: text('stock') },
      online_status: group('online', 'devices'),
      identify_status: group('recognition', 'devices'),
    },
  })),
  'rollout-list': kindTexts('rollouts', ROLLOUT_LIST_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: Object.fromEntries(
      (['done', 'equal', 'failed', 'expired', 'skipped', 'waiting'] as const).map((state) => [
        state,
        text(`unit_states.${state}`),
      ]),
    ),
    values: { state: group('states'), halted: group('halted') },
  })),
  'rollout-units': kindTexts('rollouts', ROLLOUT_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: {
      from_version: text('detail.from_version', 'firmware'),
      to_version: text('detail.to_version', 'firmware'),
      step: text('detail.step', 'firmware'),
      percent: text('device.columns.percent', 'firmware'),
      outcome: text('history.columns.result', 'firmware'),
    },
    values: {
      state: group('unit_states'),
      reason: { ...group('reasons', 'firmware'), ...group('reasons') },
      step: group('states', 'firmware'),
      outcome: group('results', 'firmware'),
    },
  })),
  'firmware-list': kindTexts('firmware', FIRMWARE_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: {
      ended: text('history.title'),
      succeeded: text('columns.success'),
      file_name: text('columns.file'),
      size: text('file_size'),
      sha256: text('form.sha'),
    },
    values: { module: group('modules'), auto_upgrade: group('auto'), enabled: group('enabled') },
  })),
  'upgrade-list': kindTexts('firmware', UPGRADE_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: {
      ...Object.fromEntries(
        (
          [
            'rollout_id',
            'firmware',
            'type',
            'state',
            'units',
            'creator',
            'create_time',
            'start_time',
            'finish_time',
          ] as const
        ).map((key) => [key, text(`history.columns.${key}`)]),
      ),
      halted: text('columns.halted', 'rollouts'),
      approver: text('columns.approver', 'rollouts'),
      ...Object.fromEntries(
        (['done', 'equal', 'failed', 'expired', 'skipped', 'waiting'] as const).map((state) => [
          state,
          text(`unit_states.${state}`, 'rollouts'),
        ]),
      ),
    },
    values: { type: group('types'), state: group('states', 'rollouts'), halted: group('halted', 'rollouts') },
  })),
  'shipment-list': kindTexts('shipments', SHIPMENT_EXPORT_COLUMNS, ({ text, group }) => ({
    values: { state: group('states'), bound: { yes: text('yes'), no: text('no') } },
  })),
  'release-list': kindTexts('shipments', RELEASE_EXPORT_COLUMNS, ({ text, group }) => {
    const names = {
      [RELEASE_FILE_NAMES.manufacturer]: text('manufacturer'),
      [RELEASE_FILE_NAMES.hidden]: text('release.hidden'),
    }
    return {
      values: {
        state: group('release.states'),
        kind: group('release.kinds'),
        asker_name: names,
        holder: names,
        moved_to: names,
      },
    }
  }),
  'alarm-list': kindTexts('alarms', ALARM_EXPORT_COLUMNS, ({ group }) => ({
    values: {
      severity: group('severities'),
      type: group('types'),
      condition: group('conditions'),
      handling: group('handlings'),
      sla: group('sla_states'),
    },
  })),
  'notification-log': kindTexts('notification-policies', DELIVERY_EXPORT_COLUMNS, ({ group }) => ({
    values: {
      event: group('events'),
      severity: group('severities'),
      channel_kind: group('kinds'),
      state: group('states'),
      reason: group('reasons'),
      subject: group('types', 'alarms'),
    },
  })),
  'order-list': kindTexts('service-orders', ORDER_EXPORT_COLUMNS, ({ group }) => ({
    values: {
      type: group('types'),
      source: group('sources'),
      priority: group('priorities'),
      status: group('states'),
      rating: group('ratings'),
    },
  })),
} as const satisfies Record<Exclude<ExportKind, 'device-history'>, KindTexts>
