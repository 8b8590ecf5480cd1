import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { BusState, OnlineState, RecognitionState } from '@heatfleet/contract/transitions.ts'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useTicking } from './clock.ts'
import { formatDuration, formatTime } from './format.ts'
import { WarningIcon } from './icons.tsx'
import { signalBars } from './signal.ts'
import styles from './status.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'neutral' | 'accent' | 'hot' | 'cold'
export type Shape = 'filled' | 'hollow' | 'dashed' | 'triangle' | 'turning' | 'none'
/** How a state looks: features keep one table of them for each kind of state. */
export type Look = { tone: Tone; shape: Shape }

/** A state as shape and text, plain in a table or as a chip with a pale background. */
function Mark(props: { tone: Tone; shape: Shape; title?: string | undefined; chip?: boolean; children: ReactNode }) {
  return (
    <span className={`${styles.mark} ${styles[props.tone]} ${props.chip ? styles.chip : ''}`} title={props.title}>
      {props.shape === 'triangle' && <WarningIcon size={13} strokeWidth={2} />}
      {props.shape !== 'triangle' && props.shape !== 'none' && (
        <span className={`${styles.dot} ${styles[props.shape]}`} />
      )}
      {props.children}
    </span>
  )
}

/** A state as a chip. */
export function StateChip(props: { tone: Tone; shape?: Shape; title?: string; children: ReactNode }) {
  return (
    <Mark chip tone={props.tone} shape={props.shape ?? 'none'} title={props.title}>
      {props.children}
    </Mark>
  )
}

type MarkProps = { chip?: boolean }

const ONLINE = {
  online: { tone: 'ok', shape: 'filled' },
  offline: { tone: 'neutral', shape: 'hollow' },
  never: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<OnlineState, { tone: Tone; shape: Shape }>

/** Online, offline (for how long) or never online. `since`: unix ms or ISO 8601. `long` shows the time online too. */
export function OnlineMark(props: MarkProps & { state: OnlineState; since?: number | string | null; long?: boolean }) {
  const t = useMessages('ui')
  const lang = useLanguage()
  const { state, since } = props
  const text =
    since !== undefined && since !== null && (state === 'offline' || (state === 'online' && props.long === true))
  const length = useTicking((now) =>
    text ? formatDuration(now - (typeof since === 'number' ? since : Date.parse(since)), lang, props.long ? 2 : 1) : '',
  )
  return (
    <Mark {...ONLINE[state]} chip={props.chip} title={text ? formatTime(since, lang) : undefined}>
      {t(($) => $.online[state])}
      {text && ` · ${length}`}
    </Mark>
  )
}

const SEVERITY = { critical: 'bad', major: 'bad', minor: 'warn', info: 'neutral' } as const satisfies Record<
  Severity,
  Tone
>

/** Alarms of a device: none, or their number after the worst one's code, if its keys are known. */
export function AlarmMark(props: MarkProps & { count: number; keys?: readonly string[]; severity?: Severity | null }) {
  const t = useMessages('ui')
  const { count, keys: given = [] } = props
  const keys = given.map(codeText)
  if (count === 0)
    return (
      <Mark tone="neutral" shape="none" chip={props.chip}>
        <span className={styles.weak}>{t(($) => $.alarm.none)}</span>
      </Mark>
    )
  const [worst] = keys
  return (
    <Mark
      tone={SEVERITY[props.severity ?? 'major']}
      shape="triangle"
      chip={props.chip}
      title={keys.length > 0 ? keys.join(', ') : undefined}
    >
      {worst === undefined ? t(($) => $.alarm.count, { count }) : `${worst}${count > 1 ? ` · ${count}` : ''}`}
    </Mark>
  )
}

/** A point named for its fault code (`f07`) as the board's manual writes the code; any other key or name as it is. */
const codeText = (key: string): string => (/^[a-z]{1,2}\d{1,4}$/.test(key) ? key.toUpperCase() : key)

const RECOGNITION = {
  recognized: { tone: 'ok', shape: 'filled' },
  identifying: { tone: 'accent', shape: 'turning' },
  not_started: { tone: 'neutral', shape: 'hollow' },
  unrecognized: { tone: 'warn', shape: 'triangle' },
} as const satisfies Record<RecognitionState, { tone: Tone; shape: Shape }>

/** Whether the module recognised its board. */
export function RecognitionMark(props: MarkProps & { state: RecognitionState }) {
  const t = useMessages('ui')
  return (
    <Mark {...RECOGNITION[props.state]} chip={props.chip}>
      {t(($) => $.recognition[props.state])}
    </Mark>
  )
}

const BUS = {
  ok: { tone: 'ok', shape: 'filled' },
  lost: { tone: 'bad', shape: 'triangle' },
  unknown: { tone: 'neutral', shape: 'hollow' },
} as const satisfies Record<BusState, { tone: Tone; shape: Shape }>

/** The RS-485 bus between module and board, independent of the network. */
export function BusMark(props: MarkProps & { state: BusState }) {
  const t = useMessages('ui')
  return (
    <Mark {...BUS[props.state]} chip={props.chip}>
      {t(($) => $.bus[props.state])}
    </Mark>
  )
}

export function ActiveMark(props: MarkProps & { active: boolean }) {
  const t = useMessages('ui')
  return (
    <Mark tone={props.active ? 'ok' : 'neutral'} shape={props.active ? 'filled' : 'hollow'} chip={props.chip}>
      {t(($) => (props.active ? $.active.yes : $.active.no))}
    </Mark>
  )
}

/** Kind of network and signal strength, dBm on hover. `brief` omits the number. */
export function SignalMark(props: MarkProps & { rssi_dbm: number | null; net: 'wifi' | '4g'; brief?: boolean }) {
  const t = useMessages('ui')
  const { rssi_dbm, net } = props
  const { bars, grade } = signalBars(rssi_dbm, net)
  const dbm = rssi_dbm === null ? '' : `${String(rssi_dbm).replace('-', '−')} dBm`
  return (
    <Mark
      tone={grade === 'weak' ? 'warn' : 'neutral'}
      shape="none"
      chip={props.chip}
      title={`${t(($) => $.signal[grade])}${dbm && ` · ${dbm}`}`}
    >
      {t(($) => $.net[net])}
      <span className={styles.bars} role="img" aria-label={t(($) => $.signal[grade])}>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      {!props.brief && dbm}
    </Mark>
  )
}
