import { api } from '@heatfleet/contract/api.ts'
import type { SecondFactor } from '@heatfleet/contract/session/second-factor.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { BrowserCell } from './browser-cell.tsx'
import styles from './center.module.css'
import { EnrolDialog } from './enrol-dialog.tsx'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'

type Open = 'enrol' | 'renew' | 'remove' | null

/** The second factor of this account: enable, renew recovery codes, disable, trusted browsers. */
export function SecondFactorPanel() {
  const t = useMessages('center')
  const factor = useRead(api.ownSecondFactor)
  return (
    <Panel title={t(($) => $.factor.title)}>
      {factor.isError && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.data === undefined && !factor.isError && <Loading rows={2} />}
      {factor.data !== undefined && <FactorState factor={factor.data} />}
    </Panel>
  )
}

function FactorState({ factor }: { factor: SecondFactor }) {
  const t = useMessages('center')
  const lang = useLanguage()
  const notify = useNotify()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useChange(api.renewRecoveryCodes)
  const remove = useChange(api.removeSecondFactor)
  const close = () => setOpen(null)
  const { enrolled_at, recovery_codes_left, required } = factor
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        {enrolled_at === null ? (
          <StateChip tone="warn">{t(($) => $.factor.off)}</StateChip>
        ) : (
          <StateChip tone="ok">{t(($) => $.factor.on, { time: formatTime(enrolled_at, lang, 'date') })}</StateChip>
        )}
        <span className={styles.quiet}>
          {enrolled_at === null
            ? t(($) => $.factor.text)
            : t(($) => $.factor.codes_left, { count: recovery_codes_left })}
        </span>
      </div>
      <div className={styles.row}>
        {enrolled_at === null ? (
          <Button kind="primary" onClick={() => setOpen('enrol')}>
            {t(($) => $.factor.enrol)}
          </Button>
        ) : (
          <>
            <Button onClick={() => setOpen('renew')}>{t(($) => $.factor.renew)}</Button>
            <Button
              disabledReason={required ? t(($) => $.factor.required) : undefined}
              onClick={() => setOpen('remove')}
            >
              {t(($) => $.factor.remove)}
            </Button>
          </>
        )}
      </div>
      {factor.trusted_browsers.length > 0 && <TrustedBrowsers browsers={factor.trusted_browsers} />}
      {open === 'enrol' && <EnrolDialog onClose={close} />}
      {open === 'renew' && (
        <ReauthenticateDialog
          title={t(($) => $.factor.renew)}
          text={t(($) => $.factor.renew_text)}
          confirm={t(($) => $.factor.renew)}
          onClose={close}
          onAuthenticated={async (body) => {
            setCodes((await renew.mutateAsync({ body })).recovery_codes)
            close()
          }}
        />
      )}
      {open === 'remove' && (
        <ReauthenticateDialog
          danger
          title={t(($) => $.factor.remove)}
          text={t(($) => $.factor.remove_text)}
          confirm={t(($) => $.factor.remove)}
          onClose={close}
          onAuthenticated={async (body) => {
            await remove.mutateAsync({ body })
            notify.success(t(($) => $.factor.removed))
            close()
          }}
        />
      )}
      {codes !== null && <SecretOnce title={t(($) => $.factor.codes)} secret={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

function TrustedBrowsers({ browsers }: { browsers: SecondFactor['trusted_browsers'] }) {
  const t = useMessages('center')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const forget = useChange(api.forgetBrowser)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t(($) => $.factor.trusted)}</th>
            <th>{t(($) => $.factor.trusted_until)}</th>
            <th>
              <span className="hf-hidden">{t(($) => $.actions)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {browsers.map((browser) => (
            <tr key={browser.browser_id}>
              <td>
                <BrowserCell {...browser} />
              </td>
              <td>{formatTime(browser.expires_at, lang, 'date')}</td>
              <td className={styles.end}>
                <Button
                  size="small"
                  onClick={() =>
                    forget.mutate(
                      { body: { browser_id: browser.browser_id } },
                      { onError: (error) => notify.failed(errorText(error)) },
                    )
                  }
                >
                  {t(($) => $.factor.forget)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
