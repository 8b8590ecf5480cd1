import { api } from '@heatfleet/contract/api.ts'
import { expiryLevelOf } from '@heatfleet/contract/iccids/card.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { isUpgradeOver } from '@heatfleet/contract/transitions.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useDismissedToday } from '../../ui/dismissed-today.ts'
import { CloseIcon, InfoIcon, WarningIcon } from '../../ui/icons.tsx'
import { useDeviceCard } from '../iccids/public.ts'
import css from './device-detail.module.css'

/** What could be done for the unit and is not urgent: each for those who may see it, and dismissed until the day is over. */
export const OfferBanners = ({ mac }: { mac: string }) => (
  <>
    <SimBanner mac={mac} />
    <FirmwareBanner mac={mac} />
  </>
)

/** The SIM card has ended, or ends within 30 days. */
const SimBanner = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const may_renew = usePermission('iccid:renew')
  const card = useDeviceCard(mac)
  if (card === undefined || card.status === 'cancelled') return null
  const level = card.status === 'expired' ? 'over' : expiryLevelOf(card.expired_day)
  if (level !== 'over' && level !== 'within_7' && level !== 'within_30') return null
  const days = card.expired_day ?? 0
  return (
    <Banner about={`sim ${mac} ${level}`} tone={level === 'over' ? 'bad' : 'warn'}>
      {level === 'over'
        ? t(($) => $.offer.sim_over)
        : days === 0
          ? t(($) => $.offer.sim_today)
          : t(($) => $.offer.sim_ends, { count: days })}{' '}
      <Link to={`/device/iccid-manage?card=${card.card_id}`}>
        {may_renew ? t(($) => $.offer.renew) : t(($) => $.offer.open_sim)}
      </Link>
    </Banner>
  )
}

/** The newest firmware that fits, with its notes, while no upgrade is under way. */
const FirmwareBanner = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const sees_firmware = usePermission('ota:view')
  const may_upgrade = usePermission('ota:upgrade')
  // What the tab of upgrades reads, too.
  const request = { query: { mac, pageNo: 1, size: LIMITS.unit_upgrades_shown } }
  const { data } = useRead(api.deviceUpgrades, request, { enabled: sees_firmware })
  const newest = data?.available[0]
  if (data === undefined || newest === undefined || data.list.some(({ state }) => !isUpgradeOver(state))) return null
  const { firmware_id, module, name, software_version, notes } = newest
  return (
    <Banner about={`firmware ${mac} ${firmware_id}`} tone="neutral">
      {t(($) => $.offer.firmware[module], { name, version: software_version })}{' '}
      {notes[lang] !== '' && <span className={css.notes}>{notes[lang]} </span>}
      <Link to={`/device/device-detail/${mac}?tab=upgrade${may_upgrade ? `&firmware=${firmware_id}` : ''}`}>
        {may_upgrade ? t(($) => $.offer.upgrade) : t(($) => $.offer.open_upgrade)}
      </Link>
    </Banner>
  )
}

type BannerProps = { about: string; tone: 'bad' | 'warn' | 'neutral'; children: ReactNode }

const Banner = ({ about, tone, children }: BannerProps) => {
  const t = useMessages('device-detail')
  const uid = useSession(({ user }) => user?.uid ?? '')
  const [is_dismissed, dismiss] = useDismissedToday(`${uid} ${about}`)
  if (is_dismissed) return null
  return (
    <div className={css.banner} data-tone={tone} role="status">
      {tone === 'neutral' ? <InfoIcon /> : <WarningIcon />}
      <span className={css.offer}>{children}</span>
      <Button kind="text" size="small" icon={CloseIcon} label={t(($) => $.offer.dismiss)} onClick={dismiss} />
    </div>
  )
}
