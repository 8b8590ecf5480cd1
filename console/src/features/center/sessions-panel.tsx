import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { BrowserCell } from './browser-cell.tsx'
import styles from './center.module.css'

/** Open sessions of this account; all but this one can be ended. */
export function SessionsPanel() {
  const t = useMessages('center')
  const lang = useLanguage()
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const sessions = useRead(api.ownSessions)
  const end = useChange(api.endOwnSession)
  const endOthers = useChange(api.endOtherSessions)
  const onError = (error: unknown) => notify.failed(errorText(error))
  const others = sessions.data?.filter(({ is_this }) => !is_this).length ?? 0

  const signOutElsewhere = async () => {
    const sure = await confirm({
      title: t(($) => $.sessions.end_others),
      text: t(($) => $.sessions.end_others_text, { count: others }),
      confirm: t(($) => $.sessions.end_others),
      danger: true,
    })
    if (!sure) return
    endOthers.mutate(undefined, {
      onSuccess: ({ ended }) => notify.success(t(($) => $.sessions.ended, { count: ended })),
      onError,
    })
  }
  return (
    <Panel
      title={t(($) => $.sessions.title)}
      note={
        <Button
          size="small"
          busy={endOthers.isPending}
          disabledReason={others === 0 ? t(($) => $.sessions.only_this) : undefined}
          onClick={() => void signOutElsewhere()}
        >
          {t(($) => $.sessions.end_others)}
        </Button>
      }
    >
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data === undefined && !sessions.isError && <Loading rows={2} />}
      {sessions.data !== undefined && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{t(($) => $.sessions.where)}</th>
                <th>{t(($) => $.sessions.address)}</th>
                <th>{t(($) => $.sessions.started)}</th>
                <th>{t(($) => $.sessions.last_seen)}</th>
                <th>
                  <span className="hf-hidden">{t(($) => $.actions)}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.data.map((session) => (
                <tr key={session.session_id}>
                  <td>
                    <BrowserCell {...session} />{' '}
                    {session.second_factor && <StateChip tone="ok">{t(($) => $.sessions.by_code)}</StateChip>}
                  </td>
                  <td className={styles.mono}>{session.address}</td>
                  <td>{formatTime(session.created_at, lang)}</td>
                  <td>{formatTime(session.last_seen_at, lang)}</td>
                  <td className={styles.end}>
                    {session.is_this ? (
                      <StateChip tone="accent">{t(($) => $.sessions.is_this)}</StateChip>
                    ) : (
                      <Button
                        size="small"
                        busy={end.isPending && end.variables?.body?.session_id === session.session_id}
                        onClick={() => end.mutate({ body: { session_id: session.session_id } }, { onError })}
                      >
                        {t(($) => $.sessions.end)}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
