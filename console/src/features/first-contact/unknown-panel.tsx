import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { ApprovalDrawer } from './approval.tsx'
import css from './first-contact.module.css'

/** The newest of them; all are in the list. */
const SHOWN = 5
const LAST = { query: { pageNo: 1, size: SHOWN }, body: { state: 'waiting' } } as const

/** Modules that tried to log in just now; a push refreshes it within seconds. */
export function UnknownPanel() {
  const t = useMessages('first-contact')
  const missing_permission = useMissingPermission('device-import:create')
  const { data, error, refetch } = useRead(api.unknownModuleList, LAST)
  const [approving, setApproving] = useState<{ mac: string; product_key: string | null } | null>(null)
  return (
    <Panel
      title={t(($) => $.panel.title)}
      note={
        data !== undefined &&
        data.total > 0 && (
          <Link className={css.link} to="/device/unknown-modules">
            {t(($) => $.panel.all, { count: data.total })}
          </Link>
        )
      }
    >
      <div role="log" aria-live="polite" className={css.knocks}>
        {data === undefined ? (
          error === null ? (
            <Loading rows={2} />
          ) : (
            <ErrorState error={error} needs="device-import:view" onRetry={() => void refetch()} />
          )
        ) : data.list.length === 0 ? (
          <p className={css.weak}>{t(($) => $.panel.none)}</p>
        ) : (
          data.list.map(({ mac, last_seen_time, address, product_key }) => (
            <div key={mac} className={css.knock}>
              <span className={css.grow}>
                {t(($) => $.panel.knocked, { mac })}
                <span className={css.weak}>
                  {address} · <Age at={last_seen_time} />
                </span>
              </span>
              <Button
                size="small"
                disabledReason={missing_permission}
                onClick={() => setApproving({ mac, product_key })}
              >
                {t(($) => $.approve.action)}
              </Button>
            </div>
          ))
        )}
      </div>
      {approving !== null && (
        <ApprovalDrawer
          macs={[approving.mac]}
          product_key={approving.product_key}
          onDone={() => {}}
          onClose={() => setApproving(null)}
        />
      )}
    </Panel>
  )
}
