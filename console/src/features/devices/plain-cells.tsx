import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { RecognitionMark } from '../../ui/status.tsx'
import s from './cells.module.css'
import type { DeviceWords } from './device-words.ts'

type TextProps = { text: string | null; hint?: string }

/** A text that may be cut by its column: whole on hover; a dash when there is none. */
export const TextCell = ({ text, hint }: TextProps) =>
  text === null || text === '' ? (
    <span className={s.weak}>{UNKNOWN}</span>
  ) : (
    <span className={s.text} title={hint ?? text}>
      {text}
    </span>
  )

/** A version or a key, in monospace. */
export const MonoCell = ({ text }: TextProps) =>
  text === null || text === '' ? (
    <span className={s.weak}>{UNKNOWN}</span>
  ) : (
    <span className={s.mono} title={text}>
      {text}
    </span>
  )

type DeviceProps = { device: Device; t: DeviceWords }

/** Recognition of the board: the usual is a quiet word, what needs somebody carries its mark. */
export const RecognitionCell = ({ device: { vcard_pk }, t }: DeviceProps) => {
  if (vcard_pk === 'identifying' || vcard_pk === 'unrecognized') return <RecognitionMark state={vcard_pk} />
  return <Quiet usual={vcard_pk === 'recognized'}>{t(($) => $.recognition[vcard_pk])}</Quiet>
}

/** Whether the device was activated. */
export const ActiveCell = ({ device: { active_status }, t }: DeviceProps) => (
  <Quiet usual={active_status}>{active_status ? t(($) => $.active.yes) : t(($) => $.active.no)}</Quiet>
)

const Quiet = ({ usual, children }: { usual: boolean; children: string }) => (
  <span className={usual ? s.text : s.weak} title={children}>
    {children}
  </span>
)
