import { api } from '@heatfleet/contract/api.ts'
import type { OpenSocket } from '@heatfleet/contract/operations/sockets.ts'
import { useDeferredValue, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/field.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { WifiIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { ErrorState, Loading, NeverAny, NoMatch } from '../../ui/states.tsx'
import css from './operations.module.css'

const REFETCH_MS = 3_000
const SEARCH_MAX = 60
/** Length of the id prefix that distinguishes console processes on one host. */
const CONSOLE_ID_SHOWN = 4

/** Sockets that are open at all main processes on the database. */
export function SocketsTab() {
  const t = useMessages('operations')
  const lang = useLanguage()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search)
  const { data, error, refetch } = useRead(
    api.systemSockets,
    { body: asked === '' ? {} : { search: asked } },
    { refetchInterval: REFETCH_MS, placeholder: 'keep' },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="ops:view" onRetry={() => void refetch()} />
  const console_column = {
    key: 'console',
    title: t(($) => $.socket.columns.console),
    cell: ({ console_id, host }: OpenSocket) => (
      <span className={css.weak} translate="no">
        {`${host} ${console_id.slice(0, CONSOLE_ID_SHOWN)}`}
      </span>
    ),
  }
  return (
    <>
      <div className={css.search}>
        <SearchField label={t(($) => $.socket.search)} value={search} maxLength={SEARCH_MAX} onChange={setSearch} />
        <span className={css.weak}>{t(($) => $.socket.shown, { shown: data.sockets.length, count: data.total })}</span>
      </div>
      <p className={css.weak}>{t(($) => $.socket.note, { max: formatBytes(data.queued_bytes_max, lang) })}</p>
      <Panel flush title={t(($) => $.tabs.sockets)}>
        <PlainTable
          label={t(($) => $.tabs.sockets)}
          rows={data.sockets}
          keyOf={({ console_id, socket_id }) => `${console_id} ${socket_id}`}
          empty={
            search === '' ? (
              <NeverAny icon={WifiIcon} title={t(($) => $.socket.none)} text={t(($) => $.socket.none_hint)} />
            ) : (
              <NoMatch onClear={() => setSearch('')} />
            )
          }
          columns={[
            {
              key: 'user_name',
              title: t(($) => $.socket.columns.user_name),
              cell: (socket) => <Who socket={socket} />,
            },
            {
              key: 'address',
              title: t(($) => $.socket.columns.address),
              cell: ({ address }) => (
                <code className={css.code} translate="no">
                  {address}
                </code>
              ),
            },
            {
              key: 'opened_time',
              title: t(($) => $.socket.columns.opened_time),
              cell: ({ opened_time }) => <Age at={opened_time} />,
            },
            {
              key: 'active_time',
              title: t(($) => $.socket.columns.active_time),
              cell: ({ active_time }) => <Age at={active_time} />,
            },
            {
              key: 'devices',
              title: t(($) => $.socket.columns.devices),
              align: 'end',
              cell: ({ devices }) => formatNumber(devices, 0, lang),
            },
            {
              key: 'queued_bytes',
              title: t(($) => $.socket.columns.queued_bytes),
              align: 'end',
              cell: ({ queued_bytes }) => formatBytes(queued_bytes, lang),
            },
            {
              key: 'browser',
              title: t(($) => $.socket.columns.browser),
              least_px: 150,
              cell: ({ browser, system }) => {
                const names = [browser, system].filter((name) => name !== '')
                return (
                  <span className={css.weak}>
                    {names.length === 0 ? t(($) => $.socket.program) : names.join(' · ')}
                  </span>
                )
              },
            },
            ...(data.consoles > 1 ? [console_column] : []),
            {
              key: 'actions',
              title: t(($) => $.socket.columns.actions),
              actions: true,
              cell: (socket) => <SocketActions socket={socket} />,
            },
          ]}
        />
      </Panel>
    </>
  )
}

function Who({ socket: { uid, user_name, viewer } }: { socket: OpenSocket }) {
  const t = useMessages('operations')
  if (uid === null) return <span className={css.weak}>{t(($) => $.socket.anonymous)}</span>
  return (
    <>
      <b translate="no">{user_name}</b>
      {viewer !== '' && <span className={css.weak}> {t(($) => $.socket.viewer, { name: viewer })}</span>}
    </>
  )
}

function SocketActions({ socket: { console_id, socket_id, user_name } }: { socket: OpenSocket }) {
  const t = useMessages('operations')
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const missing = useMissingPermission('ops:maintain')
  const close = useChange(api.socketClose)
  const closeIt = async () => {
    const title = t(($) => $.socket.title)
    const text = t(($) => $.socket.text, { name: user_name === '' ? t(($) => $.socket.anonymous) : user_name })
    if (!(await confirm({ title, text, confirm: t(($) => $.socket.close), danger: true }))) return
    try {
      await close.mutateAsync({ body: { console_id, socket_id } })
      notify.success(t(($) => $.socket.closed))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <RowActions
      label={t(($) => $.socket.actions_of, { id: socket_id })}
      items={[
        {
          key: 'close',
          label: t(($) => $.socket.close),
          danger: true,
          ...(missing === undefined ? {} : { disabledReason: missing }),
          onSelect: () => void closeIt(),
        },
      ]}
    />
  )
}
