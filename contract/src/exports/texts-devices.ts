import { DEVICE_EXPORT_COLUMNS } from '../devices/devices.ts'
import { ICCID_EXPORT_COLUMNS } from '../iccids/card.ts'
import { REPLACEMENT_EXPORT_COLUMNS } from '../replacements/replacements.ts'
import { kindTexts } from './kind-texts.ts'

/** Those of units, their SIM cards and their replacements. */
export const DEVICE_EXPORT_TEXTS = {
  'iccid-list': kindTexts('iccids', ICCID_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: {
      traffic_used_mb: `${text('columns.traffic_used_mb')} [MB]`,
      traffic_total_mb: `${text('columns.traffic_total_mb')} [MB]`,
    },
    values: {
      status: group('states'),
      marks: group('marks'),
      online: { true: text('online.yes'), false: text('online.no') },
    },
  })),
  'replacement-list': kindTexts('replacements', REPLACEMENT_EXPORT_COLUMNS, ({ text, group }) => ({
    values: {
      kind: group('kinds'),
      state: group('states'),
      sim_moved: { true: text('sim.moved'), false: text('sim.own') },
    },
  })),
  'device-list': kindTexts('devices', DEVICE_EXPORT_COLUMNS, ({ text, group }) => ({
    titles: { flow_c: `${text('columns.flow_c')} [°C]`, signal: `${text('columns.signal')} [dBm]` },
    values: {
      online_status: group('online'),
      identify_status: group('recognition'),
      bus_status: group('bus'),
      net: group('net'),
      active_status: { true: text('active.yes'), false: text('active.no') },
      health_reasons: group('health.reasons'),
    },
  })),
} as const
