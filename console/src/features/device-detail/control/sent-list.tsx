import { ERROR_CODES, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { CommandState } from '../../../commands/command-state.tsx'
import { mayRetry, mayUndo } from '../../../commands/sent-commands.ts'
import { useCodeText } from '../../../messages/error-text.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import type { Commands } from './use-commands.ts'

/** Commands sent from this screen with the state of each point; retry and undo send new commands. */
export const SentList = ({ view, commands }: { view: DeviceView; commands: Commands }) => {
  const t = useMessages('device-detail')
  const codeText = useCodeText()
  const { nameOf, inline } = usePointText()
  if (commands.sent.length === 0) return null
  const isCode = (text: string): text is ErrorCode => ERROR_CODES.some((code) => code === text)
  return (
    <Panel
      title={t(($) => $.control.results)}
      note={
        <Button kind="text" size="small" onClick={commands.clear}>
          {t(($) => $.control.clear)}
        </Button>
      }
    >
      <ul className={css.sent} aria-live="polite">
        {commands.sent.map((sent) => {
          const point = view.definition?.get(sent.key)
          const old = sent.old_value
          return (
            <li key={`${sent.sn}-${sent.key}`}>
              <div className={css.sentHead}>
                <span className={css.reviewName}>{point === undefined ? sent.key : nameOf(point)}</span>
                <CommandState state={sent.state} />
              </div>
              <div className={css.sentLine}>
                <span>
                  {inline(point, old)} → <b>{inline(point, sent.new_value)}</b>
                </span>
                {sent.read_back !== null && (
                  <span className={css.hint}>
                    {t(($) => $.control.read_back, { value: inline(point, sent.read_back) })}
                  </span>
                )}
                {sent.reason !== null && sent.reason !== 'no_answer' && (
                  <span className={css.hint}>{isCode(sent.reason) ? codeText(sent.reason) : sent.reason}</span>
                )}
                <span className={css.sentActions}>
                  {mayRetry(sent) && (
                    <Button
                      kind="link"
                      size="small"
                      onClick={() => commands.dispatch([{ key: sent.key, value: sent.new_value }], sent.change_reason)}
                    >
                      {t(($) => $.control.retry)}
                    </Button>
                  )}
                  {mayUndo(sent) && old !== null && (
                    <Button
                      kind="link"
                      size="small"
                      title={t(($) => $.control.undo_hint, { value: inline(point, old) })}
                      onClick={() => commands.dispatch([{ key: sent.key, value: old }], sent.change_reason)}
                    >
                      {t(($) => $.control.undo)}
                    </Button>
                  )}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
