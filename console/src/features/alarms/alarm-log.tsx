import type { AlarmDetail, AlarmLogLine } from '@heatfleet/contract/alarms/alarm.ts'
import { AlarmComment } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { PHOTO_BOX } from '../../parts/photo-box.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { PhotosField } from '../../ui/photos-field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './alarms.module.css'
import { LineExtras } from './line-extras.tsx'

/** What people wrote at an alarm, and the field for more. */
export function AlarmComments({ alarm }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const notify = useNotify()
  const missing_permission = useMissingPermission('alarm:ack')
  const comment = useChange(api.alarmComment)
  const form = useForm({
    schema: AlarmComment,
    initial: { text: '', mention_uids: [] as number[], pictures: [] as string[] },
    onSave: (body) => comment.mutateAsync({ params: { id: alarm.alarm_id }, body }),
    onSaved: () => {
      // Along: an empty field is no mistake before the next comment is begun.
      form.setAlong('text', '')
      form.setAlong('mention_uids', [])
      form.setAlong('pictures', [])
      notify.success(t(($) => $.comment.added))
    },
  })
  const readers = useRead(
    api.alarmReaders,
    { params: { id: alarm.alarm_id } },
    { enabled: missing_permission === undefined },
  )
  const comments = alarm.log.filter(({ kind }) => kind === 'comment')
  return (
    <section className={css.section} aria-label={t(($) => $.detail.comments)}>
      <h3>{t(($) => $.detail.comments)}</h3>
      {comments.length === 0 ? (
        <p className={css.weak}>{t(($) => $.comment.none)}</p>
      ) : (
        <ol className={css.log}>
          {comments.map((line) => (
            <li key={line.log_id}>
              <p className={css.words}>{line.text}</p>
              {line.mentions.length > 0 && (
                <span>
                  {t(($) => $.comment.mentions, { names: line.mentions.map((name) => `@${name}`).join(', ') })}
                </span>
              )}
              <LineExtras alarm_id={alarm.alarm_id} line={line} />
              <By author={line.author} time={line.time} />
            </li>
          ))}
        </ol>
      )}
      <form
        id={form.id}
        className={css.write}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <TextAreaField
          label={t(($) => $.comment.label)}
          hint={t(($) => $.comment.hint)}
          rows={2}
          maxLength={ALARM_LIMITS.text_max}
          disabled={missing_permission !== undefined}
          {...form.field('text')}
        />
        {(readers.data ?? []).length > 0 && (
          <MultiSelectField
            label={t(($) => $.comment.mention)}
            hint={t(($) => $.comment.mention_hint)}
            max={ALARM_LIMITS.mentions_max}
            options={(readers.data ?? []).map(({ uid, user_name, nick_name, agent_name }) => ({
              value: uid,
              label: [user_name, nick_name, agent_name].filter((part) => part !== '').join(' · '),
            }))}
            {...form.field('mention_uids')}
          />
        )}
        <PhotosField
          max={ORDER_LIMITS.pictures_max}
          box={PHOTO_BOX}
          disabled={missing_permission !== undefined}
          {...form.field('pictures')}
        />
        <Problem problem={form.problem} />
        <span className={css.buttons}>
          <Button type="submit" busy={form.busy} disabledReason={missing_permission}>
            {t(($) => $.comment.add)}
          </Button>
        </span>
      </form>
    </section>
  )
}

function By({ author, time }: { author: string; time: string }) {
  const t = useMessages('alarms')
  return (
    <span className={css.weak}>
      {author || t(($) => $.log.system)} · <Age at={time} />
    </span>
  )
}

type Line = { key: string; text: string; said: string; author: string; time: string; line?: AlarmLogLine }

/** Who did what, and when it was raised and recovered; the oldest first. */
export function AlarmLog({ alarm }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const textOf = ({ kind, text }: AlarmLogLine): string => {
    const severity = SEVERITIES.find((one) => one === text)
    if (kind === 'escalated')
      return t(($) => $.log.escalated, { severity: severity === undefined ? text : t(($) => $.severities[severity]) })
    if (kind === 'auto_processed')
      return text === '' ? t(($) => $.log.auto_processed) : t(($) => $.log.auto_processed_by, { rule: text })
    if (kind === 'reminded') return t(($) => $.log.reminded, { number: Number(text) })
    return kind === 'assigned' ? t(($) => $.log.assigned, { name: text }) : t(($) => $.log[kind])
  }
  const { first_time, last_time, recovered_time, count, log } = alarm
  const told = new Set(['processed', 'closed', 'reopened'])
  const lines: Line[] = [
    { key: 'raised', text: t(($) => $.log.raised), said: '', author: '', time: first_time },
    ...(count > 1
      ? [{ key: 'last', text: t(($) => $.log.last, { count }), said: '', author: '', time: last_time }]
      : []),
    ...(recovered_time === null
      ? []
      : [{ key: 'recovered', text: t(($) => $.log.recovered), said: '', author: '', time: recovered_time }]),
    ...log
      .filter(({ kind }) => kind !== 'comment')
      .map((line) => ({
        key: String(line.log_id),
        text: textOf(line),
        said: told.has(line.kind) ? line.text : '',
        author: line.author,
        time: line.time,
        line,
      })),
  ]
  return (
    <section className={css.section} aria-label={t(($) => $.detail.log)}>
      <h3>{t(($) => $.detail.log)}</h3>
      <ol className={css.log}>
        {lines
          .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
          .map(({ key, text, said, author, time, line }) => (
            <li key={key}>
              <span>{text}</span>
              {said !== '' && <p className={css.words}>{said}</p>}
              {line !== undefined && <LineExtras alarm_id={alarm.alarm_id} line={line} />}
              <By author={author} time={time} />
            </li>
          ))}
      </ol>
    </section>
  )
}
