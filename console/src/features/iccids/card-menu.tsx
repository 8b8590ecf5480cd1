import type { IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { createContext, useContext } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'

export type CardAction = 'edit' | 'link' | 'renew' | 'stop' | 'resume'
/** What actions of a card do, and whether a carrier is set up; a context, so that columns stay the same while the list changes. */
export const CardActionsContext = createContext<{
  start: (action: CardAction | 'open', card: IccidCard) => void
  has_carrier: boolean
}>({ start: () => {}, has_carrier: false })

/** The menu at the end of a row. */
export function CardMenu({ card }: { card: IccidCard }) {
  const t = useMessages('iccids')
  const { start, has_carrier } = useContext(CardActionsContext)
  const missing_permission = {
    edit: useMissingPermission('iccid:edit'),
    renew: useMissingPermission('iccid:renew'),
    suspend: useMissingPermission('iccid:suspend'),
  }
  const label = t(($) => $.actions_of, { iccid: card.iccid })
  const not_now = t(($) => $.not_now)
  const carrier = has_carrier ? undefined : t(($) => $.no_carrier)
  const item = (key: CardAction, text: string, disabledReason: string | undefined, danger = false) => ({
    key,
    label: text,
    danger,
    disabledReason,
    onSelect: () => start(key, card),
  })
  return (
    <DropdownMenu
      label={label}
      trigger={(button) => <Button kind="text" size="small" icon={MoreIcon} label={label} {...button} />}
      items={[
        { key: 'open', label: t(($) => $.open), onSelect: () => start('open', card) },
        item(
          'edit',
          t(($) => $.edit),
          missing_permission.edit,
        ),
        item(
          'link',
          t(($) => $.link.action),
          missing_permission.edit,
        ),
        item(
          'renew',
          t(($) => $.renew.action),
          missing_permission.renew ?? (card.status === 'cancelled' ? not_now : undefined),
        ),
        { key: 'carrier', divider: true },
        card.status === 'stopped'
          ? item(
              'resume',
              t(($) => $.resume.action),
              missing_permission.suspend ?? carrier,
            )
          : item(
              'stop',
              t(($) => $.stop.action),
              missing_permission.suspend ?? carrier ?? (card.status === 'active' ? undefined : not_now),
              true,
            ),
      ]}
    />
  )
}
