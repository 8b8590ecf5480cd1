import { expiryLevelOf, type IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { Link } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { StateChip } from '../../ui/status.tsx'
import { LEVEL_TONES } from './expiry.tsx'
import { useDeviceCard } from './use-device-card.ts'

/** When the SIM card of a device ends, or that it is stopped; leads to the card. Nothing for who may not see cards. */
export function DeviceSimChip({ mac }: { mac: string }) {
  const card = useDeviceCard(mac)
  return card === undefined ? null : <Chip card={card} />
}

function Chip({ card: { card_id, iccid, status, expired_day } }: { card: IccidCard }) {
  const t = useMessages('iccids')
  const text =
    status === 'stopped'
      ? t(($) => $.chip.stopped)
      : status === 'expired' || (expired_day ?? 0) < 0
        ? t(($) => $.chip.over)
        : expired_day === null
          ? null
          : t(($) => $.chip.days, { count: expired_day })
  if (text === null) return null
  const level = expiryLevelOf(expired_day)
  const tone =
    status === 'stopped' ? 'warn' : status === 'expired' ? 'bad' : level === 'later' ? 'neutral' : LEVEL_TONES[level]
  return (
    <Link to={`/device/iccid-manage?card=${card_id}`}>
      <StateChip tone={tone} title={iccid}>
        {text}
      </StateChip>
    </Link>
  )
}
