import { api } from '@heatfleet/contract/api.ts'
import type { Replacement } from '@heatfleet/contract/replacements/replacements.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { InfoIcon } from '../../ui/icons.tsx'
import styles from './replacements.module.css'

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }))

/** On the page of an id: by which module it was replaced, or whose place it took; nothing for any other. */
export function ReplacementNotice({ mac }: { mac: string }) {
  const { data = [] } = useRead(api.replacementsOf, { query: { mac } })
  const last = data.find(({ state }) => state === 'in_effect')
  if (last === undefined) return null
  return last.old_mac === mac ? <ReplacedBy replacement={last} /> : <TookOver replacement={last} />
}

function ReplacedBy({ replacement }: { replacement: Replacement }) {
  const t = useMessages('replacements')
  const lang = useLanguage()
  const { mac, device_name, replaced_time, reason } = replacement
  return (
    <div className={styles.notice} role="status" data-tone="warn">
      <InfoIcon />
      <span>
        {t(($) => $.notice.replaced_by, { date: formatTime(replaced_time, lang, 'minute') })}{' '}
        <Link to={`/device/device-detail/${mac}`}>{device_name === '' ? mac : `${device_name} (${mac})`}</Link>{' '}
        {t(($) => $.notice.reason, { reason })}
      </span>
    </div>
  )
}

function TookOver({ replacement }: { replacement: Replacement }) {
  const t = useMessages('replacements')
  const lang = useLanguage()
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('device:replace')
  const [undoing, setUndoing] = useState(false)
  const { old_mac, replaced_time, undo_until } = replacement
  const dateOf = (time: string) => formatTime(time, lang, 'minute')
  return (
    <div className={styles.notice} role="status">
      <InfoIcon />
      <span>
        {t(($) => $.notice.took_over, { date: dateOf(replaced_time), old_mac })}{' '}
        {undo_until !== null && t(($) => $.notice.until, { date: dateOf(undo_until) })}
      </span>
      {undo_until !== null && (
        <Button size="small" disabledReason={missing_permission} onClick={() => setUndoing(true)}>
          {t(($) => $.undo.action)}
        </Button>
      )}
      {undoing && (
        <Suspense>
          <UndoDialog
            replacement={replacement}
            onDone={(mac) => void navigate(`/device/device-detail/${mac}`)}
            onClose={() => setUndoing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
