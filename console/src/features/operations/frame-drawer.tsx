import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { FrameButtons } from './frame-actions.tsx'
import css from './operations.module.css'

/** Pairs of digits in groups of sixteen bytes. */
const inRows = (hex: string): string =>
  (hex.match(/.{1,32}/g) ?? []).map((row) => row.replace(/(..)/g, '$1 ').trim()).join('\n')

/** One frame that could not be stored, with its bytes. */
export function FrameDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  const { data, error, refetch } = useRead(api.deadLetter, { params: { id } })
  const reasons: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const reasonText = (reason: string) => reasons[reason] ?? reason
  return (
    <Drawer
      open
      title={t(($) => $.frame_title, { mac: data?.mac ?? '' })}
      onClose={onClose}
      footer={<FrameButtons id={id} onDone={onClose} />}
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} needs="ops:view" onRetry={() => void refetch()} />
        )
      ) : (
        <div className={css.stack}>
          <Facts
            items={[
              { label: t(($) => $.columns.at), value: formatTime(data.at, lang) },
              { label: t(($) => $.columns.reason), value: reasonText(data.reason) },
              { label: t(($) => $.columns.device_name), value: data.device_name },
              { label: t(($) => $.columns.topic), value: <code translate="no">{data.topic}</code> },
              { label: t(($) => $.columns.tries), value: data.tries },
              {
                label: t(($) => $.columns.tried_time),
                value: data.tried_time === null ? null : formatTime(data.tried_time, lang),
              },
              {
                label: t(($) => $.frame_today),
                wide: true,
                value:
                  data.unreadable === null
                    ? t(($) => $.frame_readable)
                    : t(($) => $.frame_unreadable, { reason: reasonText(data.unreadable) }),
              },
            ]}
          />
          <section aria-label={t(($) => $.frame_bytes)}>
            <h3 className={css.small_title}>{t(($) => $.frame_bytes)}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={css.bytes} translate="no" tabIndex={0}>
              {inRows(data.payload_hex)}
            </pre>
            {data.payload_hex.length < data.bytes * 2 && <p className={css.weak}>{t(($) => $.frame_cut)}</p>}
          </section>
        </div>
      )}
    </Drawer>
  )
}
