import { useMessages } from '../../messages/messages.ts'
import { signalBars } from '../../ui/signal.ts'
import s from './cells.module.css'
import type { DeviceWords } from './device-words.ts'

const BARS = [1, 2, 3, 4] as const

type SignalProps = { rssi_dbm: number | null; net: 'wifi' | '4g'; t: DeviceWords }

/** Strength of the signal as four bars; network and dBm on hover. */
export const SignalBars = ({ rssi_dbm, net, t }: SignalProps) => {
  const ui = useMessages('ui')
  if (rssi_dbm === null) return null
  const { bars, grade } = signalBars(rssi_dbm, net)
  const words = `${t(($) => $.net[net])} · ${ui(($) => $.signal[grade])} · ${String(rssi_dbm).replace('-', '−')} dBm`
  return (
    <svg className={s.bars} viewBox="0 0 14 12" role="img" aria-label={words} data-weak={grade === 'weak' || undefined}>
      <title>{words}</title>
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 3.6}
          y={12 - bar * 2.8}
          width="2.6"
          height={bar * 2.8}
          rx="0.6"
          data-on={bar <= bars}
        />
      ))}
    </svg>
  )
}
