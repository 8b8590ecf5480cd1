import { api } from '@heatfleet/contract/api.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { BrowserCell } from './browser-cell.tsx'
import styles from './center.module.css'

const SIZE = 10

/** Log-ins of this account, including refused ones. */
export function LogInsPanel() {
  const t = useMessages('center')
  const lang = useLanguage()
  const codeText = useCodeText()
  const [pageNo, setPageNo] = useState(1)
  const page = useRead(api.ownLogIns, { query: { pageNo, size: SIZE } }, { placeholder: 'keep' })
  const last = Math.max(1, Math.ceil((page.data?.total ?? 0) / SIZE))
  const text = (result: string) => {
    const code = ERROR_CODES.find((one) => one === result)
    return code === undefined ? result : codeText(code)
  }
  return (
    <Panel title={t(($) => $.log_ins.title)}>
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data === undefined && !page.isError && <Loading rows={3} />}
      {page.data !== undefined && (
        <>
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th>{t(($) => $.log_ins.at)}</th>
                  <th>{t(($) => $.sessions.where)}</th>
                  <th>{t(($) => $.sessions.address)}</th>
                  <th>{t(($) => $.log_ins.result)}</th>
                </tr>
              </thead>
              <tbody>
                {page.data.list.map((log_in) => (
                  <tr key={`${log_in.at}${log_in.address}${log_in.result}`}>
                    <td>{formatTime(log_in.at, lang)}</td>
                    <td>
                      <BrowserCell {...log_in} />
                    </td>
                    <td className={styles.mono}>{log_in.address}</td>
                    <td>
                      {log_in.result === 'ok' ? (
                        <StateChip tone="ok">{t(($) => $.log_ins.ok)}</StateChip>
                      ) : (
                        <StateChip tone="bad">{text(log_in.result)}</StateChip>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {last > 1 && (
            <div className={styles.pager}>
              <Button size="small" disabled={pageNo === 1} onClick={() => setPageNo(pageNo - 1)}>
                {t(($) => $.log_ins.newer)}
              </Button>
              <span>{t(($) => $.log_ins.page, { page: pageNo, last })}</span>
              <Button size="small" disabled={pageNo >= last} onClick={() => setPageNo(pageNo + 1)}>
                {t(($) => $.log_ins.older)}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}
