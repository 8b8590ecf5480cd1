import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import { CONTROL_STATES } from '@heatfleet/contract/transitions.ts'
import { CommandState } from '../../commands/command-state.tsx'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import { upgradeReason } from '../firmware/public.ts'
import css from './device-log.module.css'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : Array.isArray(value) ? value.join(', ') : ''
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What is known beside what happened, in one line: values, codes, numbers of papers. */
export function EntryLine({ entry }: { entry: DeviceLogEntry }) {
  const parts = useParts(entry)
  return entry.kind === 'command' ? <Command entry={entry} /> : <span className={css.line}>{parts.join(' · ')}</span>
}

function Command({ entry: { detail, point } }: { entry: DeviceLogEntry }) {
  const lang = useLanguage()
  const { inline } = usePointText()
  const state = CONTROL_STATES.find((known) => known === detail.state)
  const written = point ?? undefined
  return (
    <span className={css.line}>
      {point?.names[lang] || textOf(detail.point_key)}: {inline(written, numberOf(detail.old_value))} →{' '}
      <b>{inline(written, numberOf(detail.new_value))}</b> {state !== undefined && <CommandState state={state} />}
    </span>
  )
}

/** Plain texts; what is not known is left out. */
const useParts = ({ kind, detail }: DeviceLogEntry): string[] => {
  const t = useMessages('device-log')
  const firmware = useMessages('firmware')
  const codes = (group: Readonly<Record<string, string>>, value: unknown) => group[textOf(value)] ?? textOf(value)
  const arrow = (from: unknown, to: unknown) => [textOf(from), textOf(to)].filter((text) => text !== '').join(' → ')
  const parts = (): string[] => {
    switch (kind) {
      case 'online':
      case 'cloned':
        return [textOf(detail.address)]
      case 'offline':
        return [
          codes(
            t(($) => $.whys, { returnObjects: true }),
            detail.why,
          ),
        ]
      case 'alarm':
        return [
          textOf(detail.codes) || textOf(detail.keys),
          codes(
            t(($) => $.severities, { returnObjects: true }),
            detail.severity,
          ),
        ]
      case 'model_set':
      case 'model_detect':
        return [
          arrow(detail.from, detail.to),
          codes(
            t(($) => $.model_states, { returnObjects: true }),
            detail.state,
          ),
          textOf(detail.reason),
        ]
      case 'upgrade':
        return [
          textOf(detail.name),
          arrow(detail.from, detail.to),
          codes(
            firmware(($) => $.states, { returnObjects: true }),
            detail.state,
          ),
          upgradeReason(firmware, textOf(detail.reason) || null) ?? '',
        ]
      case 'imported':
        return [textOf(detail.import_tag)]
      case 'shipped':
      case 'confirmed':
      case 'returned':
        return [textOf(detail.batch_no), arrow(detail.sender, detail.receiver), textOf(detail.reason)]
      case 'bound':
      case 'shared':
      case 'unbound':
      case 'transferred':
        return [
          codes(
            t(($) => $.ways, { returnObjects: true }),
            detail.bind_way,
          ),
          textOf(detail.reason),
        ]
      case 'replaced':
      case 'replacement_undone':
        return [arrow(detail.old_mac, detail.new_mac), textOf(detail.reason)]
      case 'sim':
        return [
          codes(
            t(($) => $.sim, { returnObjects: true }),
            detail.what,
          ),
        ]
      case 'boot':
        return [
          codes(
            t(($) => $.boots, { returnObjects: true }),
            detail.why,
          ),
          textOf(detail.fw),
        ]
      case 'clock':
        return [textOf(detail.reason)]
      case 'error':
        return [
          codes(
            t(($) => $.errors_of_frames, { returnObjects: true }),
            detail.reason,
          ),
          textOf(detail.topic),
        ]
      case 'report':
        return [
          codes(
            t(($) => $.report_types, { returnObjects: true }),
            detail.report,
          ),
          t(($) => $.seq, { seq: textOf(detail.seq) }),
          t(($) => $.registers, { count: numberOf(detail.registers) ?? 0 }),
        ]
      case 'frame_up':
      case 'frame_down':
        return [textOf(detail.channel), t(($) => $.bytes, { count: numberOf(detail.bytes) ?? 0 })]
      default:
        return []
    }
  }
  return parts().filter((text) => text !== '')
}
