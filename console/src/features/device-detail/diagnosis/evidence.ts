import type { DiagnosisFacts, DiagnosisStep } from '@heatfleet/contract/devices/diagnosis.ts'
import type words from '../messages.en.json'

type EvidenceKey = keyof (typeof words)['diagnosis']['evidence']
type EvidenceWord = keyof (typeof words)['diagnosis']['words']

/** One value that a finding rests on. */
export type Evidence = { key: EvidenceKey } & (
  | { kind: 'text'; value: string | null }
  | { kind: 'time'; value: string | null }
  | { kind: 'number'; value: number | null; unit?: string; decimals?: number }
  | { kind: 'word'; value: EvidenceWord | null }
)

/** What is shown of the facts beside each step, in this order. */
export const evidenceOf = (step: DiagnosisStep, facts: DiagnosisFacts): readonly Evidence[] => {
  switch (step) {
    case 'sim':
      return facts.net === 'wifi'
        ? []
        : [
            { key: 'iccid', kind: 'text', value: facts.iccid },
            {
              key: 'card_status',
              kind: 'word',
              value: facts.card_status === null ? null : `card_${facts.card_status}`,
            },
            { key: 'card_expiration_time', kind: 'text', value: facts.card_expiration_time?.slice(0, 10) ?? null },
            { key: 'card_traffic_used_mb', kind: 'number', value: facts.card_traffic_used_mb, unit: 'MB', decimals: 1 },
            {
              key: 'card_traffic_total_mb',
              kind: 'number',
              value: facts.card_traffic_total_mb,
              unit: 'MB',
              decimals: 1,
            },
          ]
    case 'network':
      return [
        { key: 'online_status', kind: 'word', value: facts.online_status },
        { key: 'online_since', kind: 'time', value: facts.online_since },
        { key: 'last_offline_time', kind: 'time', value: facts.last_offline_time },
        { key: 'rssi_dbm', kind: 'number', value: facts.rssi_dbm, unit: 'dBm' },
        { key: 'online_times', kind: 'number', value: facts.online_times },
      ]
    case 'module':
      return [
        { key: 'module_type', kind: 'text', value: facts.module_type },
        { key: 'module_version', kind: 'text', value: facts.module_version },
        { key: 'replaced_time', kind: 'time', value: facts.replaced_time },
      ]
    case 'bus':
      return [{ key: 'bus_status', kind: 'word', value: `bus_${facts.bus_status}` }]
    case 'product':
      return [
        { key: 'product_key', kind: 'text', value: facts.product_key },
        { key: 'product_published', kind: 'word', value: facts.product_published ? 'yes' : 'no' },
        { key: 'vcard_pk', kind: 'word', value: `board_${facts.vcard_pk}` },
      ]
    case 'points':
      return [{ key: 'point_count', kind: 'number', value: facts.point_count }]
    case 'fresh':
      return [{ key: 'last_report_time', kind: 'time', value: facts.last_report_time }]
    case 'parsing':
      return [
        { key: 'value_count', kind: 'number', value: facts.value_count },
        { key: 'refused_count', kind: 'number', value: facts.refused_count },
        { key: 'refused_time', kind: 'time', value: facts.refused_time },
        { key: 'refused_reason', kind: 'text', value: facts.refused_reason },
      ]
    default:
      return step satisfies never
  }
}
