import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { isDrawn } from '../../schematic/schematic-points.ts'
import { useTicking } from '../../ui/clock.ts'
import { formatDuration, UNKNOWN } from '../../ui/format.ts'
import { InfoIcon, WarningIcon } from '../../ui/icons.tsx'
import { suggestionsPath } from '../products/public.ts'
import { CONDITION_TONE, type Condition, conditionsOf } from './conditions.ts'
import css from './device-detail.module.css'
import type { DeviceView } from './device-view.ts'
import { ActiveFaults } from './faults/active-faults.tsx'
import type { ActiveFault } from './faults/use-device-faults.ts'

/** Alerts about the device, above everything else on the screen. */
export const Banners = ({ view, faults }: { view: DeviceView; faults: readonly ActiveFault[] }) => {
  const conditions = conditionsOf({
    ...view.device,
    point_count: view.definition?.size ?? null,
    is_drawn: view.schematic === 'none' || view.definition === null || isDrawn(view.definition),
    connected: view.connected,
    has_reported: view.reported_at !== null,
  })
  if (conditions.length === 0) return null
  return (
    <div className={css.banners} role="status">
      {conditions.map((condition) =>
        condition.kind === 'alarm' ? (
          <ActiveFaults key={condition.kind} faults={faults} />
        ) : (
          <div key={condition.kind} className={css.banner} data-tone={CONDITION_TONE[condition.kind]}>
            {CONDITION_TONE[condition.kind] === 'neutral' ? <InfoIcon /> : <WarningIcon />}
            <span>
              <ConditionText condition={condition} />
            </span>
            {(condition.kind === 'unrecognized' || condition.kind === 'identifying') && (
              <ModelLink mac={view.device.mac} />
            )}
            {condition.kind === 'no_tags' && <SuggestionsLink product_key={view.device.product_key} />}
          </div>
        ),
      )}
    </div>
  )
}

const ConditionText = ({ condition }: { condition: Exclude<Condition, { kind: 'alarm' }> }) => {
  const t = useMessages('device-detail')
  const language = useLanguage()
  const since = condition.kind === 'offline' && condition.since !== null ? Date.parse(condition.since) : null
  const age = useTicking((now) => (since === null ? UNKNOWN : formatDuration(now - since, language)))
  if (condition.kind === 'offline')
    return condition.has_reported ? t(($) => $.banner.offline, { age }) : t(($) => $.banner.offline_no_report, { age })
  return t(($) => $.banner[condition.kind])
}

/** Leads to what is known of the board. */
const ModelLink = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  return <Link to={`/device/device-detail/${mac}?tab=model`}>{t(($) => $.banner.open_model)}</Link>
}

/** Leads to what the points of the product seem to mean; nothing for who may not change them. */
const SuggestionsLink = ({ product_key }: { product_key: string }) => {
  const t = useMessages('device-detail')
  const may_edit = usePermission('datapoint:edit')
  return may_edit ? <Link to={suggestionsPath(product_key)}>{t(($) => $.banner.open_suggestions)}</Link> : null
}
