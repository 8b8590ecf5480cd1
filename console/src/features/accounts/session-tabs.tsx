import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useCodeText, useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime, UNKNOWN } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import styles from './accounts.module.css'
import { IdentitiesPanel } from './identities-panel.tsx'
import { useProtectedReason } from './protected-account.ts'

const REFETCH_MS = 30_000
const LOG_INS_SHOWN = 50

const clientOf = ({ browser, system }: { browser: string; system: string }) =>
  [browser, system].filter((part) => part !== '').join(' · ') || UNKNOWN

/** The open sessions of the account; each can be ended. */
export function SessionsTab({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const errorText = useErrorText()
  const params = { id: account.uid }
  const sessions = useRead(api.accountSessions, { params }, { refetchInterval: REFETCH_MS })
  const end = useChange(api.accountEndSession)
  const { above } = useProtectedReason()(account)
  const reason = useMissingPermission('account:disable') ?? above
  if (sessions.data === undefined)
    return sessions.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
    )
  return (
    <>
      <Panel flush>
        <PlainTable
          label={t(($) => $.tabs.sessions)}
          rows={sessions.data}
          keyOf={({ session_id }) => session_id}
          empty={<NeverAny title={t(($) => $.sessions.none)} />}
          columns={[
            { key: 'client', title: t(($) => $.sessions.client), cell: clientOf },
            { key: 'address', title: t(($) => $.sessions.address), cell: ({ address }) => address || UNKNOWN },
            { key: 'since', title: t(($) => $.sessions.since), cell: ({ created_at }) => <Age at={created_at} /> },
            { key: 'seen', title: t(($) => $.sessions.seen), cell: ({ last_seen_at }) => <Age at={last_seen_at} /> },
            {
              key: 'end',
              title: t(($) => $.sessions.end),
              actions: true,
              cell: ({ session_id, is_this }) => (
                <Button
                  kind="text"
                  size="small"
                  disabledReason={reason ?? (is_this ? t(($) => $.sessions.of_mine) : undefined)}
                  onClick={() =>
                    void end.mutateAsync({ params, body: { session_id } }).then(
                      () => notify.success(t(($) => $.sessions.ended)),
                      (error: unknown) => notify.failed(errorText(error)),
                    )
                  }
                >
                  {t(($) => $.sessions.end)}
                </Button>
              ),
            },
          ]}
        />
      </Panel>
      <IdentitiesPanel account={account} reason={reason} />
    </>
  )
}

/** The latest log-ins of the account, including refused ones. */
export function LogInsTab({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const language = useLanguage()
  const codeText = useCodeText()
  const log_ins = useRead(api.accountLogIns, {
    params: { id: account.uid },
    query: { pageNo: 1, size: LOG_INS_SHOWN },
  })
  if (log_ins.data === undefined)
    return log_ins.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={log_ins.error} onRetry={() => void log_ins.refetch()} />
    )
  const { list, total } = log_ins.data
  return (
    <Panel flush>
      <PlainTable
        label={t(($) => $.tabs.log_ins)}
        rows={list}
        keyOf={({ at, address, result }) => `${at} ${address} ${result}`}
        empty={<NeverAny title={t(($) => $.log_ins.none)} />}
        columns={[
          { key: 'at', title: t(($) => $.log_ins.at), cell: ({ at }) => formatTime(at, language) },
          {
            key: 'result',
            title: t(($) => $.log_ins.result),
            cell: ({ result }) =>
              result === 'ok' ? (
                <StateChip tone="ok">{t(($) => $.log_ins.ok)}</StateChip>
              ) : (
                <StateChip tone="warn">{isCode(result) ? codeText(result) : result}</StateChip>
              ),
          },
          { key: 'address', title: t(($) => $.sessions.address), cell: ({ address }) => address || UNKNOWN },
          { key: 'client', title: t(($) => $.sessions.client), cell: clientOf },
        ]}
      />
      {total > list.length && (
        <p className={styles.foot}>{t(($) => $.log_ins.newest, { count: list.length, total })}</p>
      )}
    </Panel>
  )
}

const isCode = (result: string): result is ErrorCode => Object.hasOwn(ERRORS, result)
