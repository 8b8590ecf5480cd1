import { api } from '@heatfleet/contract/api.ts'
import type { Capture, CapturedFrame } from '@heatfleet/contract/devices/capture.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { call, useChange, useRead } from '../../../cloud/call.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { formatTime } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { StateChip } from '../../../ui/status.tsx'
import css from './diagnosis.module.css'

const FOLLOW_MS = 1_500
const TONES = { running: 'accent', ended: 'neutral', full: 'warn' } as const

/** What module and cloud say to each other for some minutes, as it is on the wire. */
export const CapturePanel = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const start = useChange(api.startCapture)
  const stop = useChange(api.stopCapture)
  const { data: capture } = useRead(
    api.deviceCapture,
    { query: { mac } },
    { refetchInterval: (last) => (last?.state === 'running' ? FOLLOW_MS : false) },
  )
  const fail = (error: unknown) => notify.failed(errorText(error))
  const is_running = capture?.state === 'running'
  const save = async () => {
    const query = { mac, frames: LIMITS.capture_frames_max }
    const all = await call(api.deviceCapture, { query })
    if (all !== null) saveFile(`frames-${mac}.txt`, new Blob([textOf(all)], { type: 'text/plain' }))
  }
  return (
    <Panel
      title={t(($) => $.diagnosis.capture.title)}
      note={
        <span className={css.note}>
          {capture != null && capture.frame_count > 0 && (
            <Button size="small" icon={DownloadIcon} onClick={() => void save().catch(fail)}>
              {t(($) => $.diagnosis.capture.download)}
            </Button>
          )}
          {is_running ? (
            <Button
              size="small"
              busy={stop.isPending}
              onClick={() => void stop.mutateAsync({ body: { mac } }).catch(fail)}
            >
              {t(($) => $.diagnosis.capture.stop)}
            </Button>
          ) : (
            <Button
              size="small"
              busy={start.isPending}
              onClick={() => void start.mutateAsync({ body: { mac } }).catch(fail)}
            >
              {t(($) => $.diagnosis.capture.start)}
            </Button>
          )}
        </span>
      }
    >
      <p className={css.muted}>{t(($) => $.diagnosis.capture.hint)}</p>
      <p className={css.answer} role="status">
        {capture == null ? (
          t(($) => $.diagnosis.capture.never)
        ) : (
          <>
            <StateChip tone={TONES[capture.state]}>{t(($) => $.diagnosis.capture.states[capture.state])}</StateChip>
            <span>{t(($) => $.diagnosis.capture.frames, { count: capture.frame_count })}</span>
            <span>
              {t(($) => $.diagnosis.capture[is_running ? 'until' : 'ended'], {
                time: formatTime(capture.ends_time, lang, 'second'),
              })}
            </span>
          </>
        )}
      </p>
      {capture != null && capture.frames.length > 0 && <Frames frames={capture.frames} />}
    </Panel>
  )
}

const Frames = ({ frames }: { frames: readonly CapturedFrame[] }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <ol className={css.frames} aria-label={t(($) => $.diagnosis.capture.list)} tabIndex={0}>
      {frames.map(({ frame_no, time, direction, channel, bytes, hex, text }) => (
        <li key={frame_no} data-direction={direction}>
          <span className={css.frame}>
            <b>{t(($) => $.diagnosis.capture.directions[direction])}</b>
            <span>{channel}</span>
            <span>{formatTime(time, lang, 'second')}</span>
            <span>{`${bytes} B`}</span>
          </span>
          <code>{hex === '' ? text : spaced(hex)}</code>
        </li>
      ))}
    </ol>
  )
}

/** `48 50 01`. */
const spaced = (hex: string): string => hex.replaceAll(/(..)(?=.)/g, '$1 ')

/** One frame a row, the oldest first. */
const textOf = ({ frames }: Capture): string =>
  frames
    .toReversed()
    .map(
      ({ time, direction, channel, hex, text }) =>
        `${time}\t${direction}\t${channel}\t${hex === '' ? text : spaced(hex)}\n`,
    )
    .join('')
