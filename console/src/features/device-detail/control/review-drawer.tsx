import { api } from '@heatfleet/contract/api.ts'
import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../../cloud/call.ts'
import { usePermission, useSession } from '../../../cloud/session.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { ArrowRightIcon, ClockIcon, CloseIcon, WarningIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { recentByOthers } from './recent-by-others.ts'
import { ReviewWhen, type When } from './review-when.tsx'
import { blocked, review } from './staging.ts'
import type { Commands } from './use-commands.ts'
import { useLatestCommands } from './use-latest-commands.ts'
import { useProblemText } from './use-problem-text.ts'

type ReviewProps = {
  open: boolean
  view: DeviceView
  commands: Commands
  lockedReason: string | undefined
  onClose: () => void
}

/** All staged changes, old beside new, for a last check before sending. */
export const ReviewDrawer = ({ open, view, commands, lockedReason, onClose }: ReviewProps) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const errorText = useErrorText()
  const { nameOf, inline } = usePointText()
  const problemText = useProblemText()
  const rows = review(commands.staged, view.definition ?? new Map(), view.readings, view.device)
  const by_others = useRecentByOthers(view.device.mac, open)
  const block = blocked(rows)
  const reasons = {
    empty: t(($) => $.control.nothing),
    problems: t(($) => $.control.fix_first),
    too_many: t(($) => $.control.limit_reached, { max: LIMITS.control_points_max }),
  }
  const [when, setWhen] = useState<When>(null)
  const [why, setWhy] = useState('')
  const [has_more, showMore] = useState(false)
  const schedule = useChange(api.scheduleCommand)
  const for_installers = rows.some(({ point }) => point.level === 'installer')
  const change_reason = why.trim()
  const reason =
    lockedReason ??
    (block !== null
      ? reasons[block]
      : for_installers && change_reason === ''
        ? t(($) => $.schedule.reason_first)
        : when !== null && when.at_ms === null
          ? t(($) => $.schedule.time_first)
          : undefined)
  const done = () => {
    setWhen(null)
    setWhy('')
    showMore(false)
    onClose()
  }
  const submit = async () => {
    const points = rows.map((row) => ({ key: row.point.key, value: row.new_value }))
    if (when === null) {
      if (commands.dispatch(points, change_reason)) done()
      else notify.error(t(($) => $.control.not_sent))
      return
    }
    const { mac } = view.device
    const run_at = new Date(when.at_ms ?? 0).toISOString()
    try {
      await schedule.mutateAsync({ body: { mac, points, change_reason, run_at, wait_minutes: when.wait_minutes } })
    } catch (error) {
      notify.error(errorText(error).message)
      return
    }
    commands.unstageAll(points.map(({ key }) => key))
    notify.success(t(($) => $.schedule.done))
    done()
  }
  return (
    <Drawer
      open={open}
      title={t(($) => $.control.review_title)}
      width={460}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.control.back)}</Button>
          <Button kind="primary" disabledReason={reason} busy={schedule.isPending} onClick={() => void submit()}>
            {when === null ? t(($) => $.control.send) : t(($) => $.schedule.send_later)}
          </Button>
        </>
      }
    >
      <ul className={css.review}>
        {rows.map((row) => (
          <li key={row.point.key} data-invalid={row.problem === null ? undefined : 'yes'}>
            <span className={css.reviewName}>{nameOf(row.point)}</span>
            <span className={css.change}>
              <s>{row.old_value === null ? t(($) => $.control.unknown) : inline(row.point, row.old_value)}</s>
              <ArrowRightIcon size={14} />
              <b>{inline(row.point, row.new_value)}</b>
            </span>
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.control.remove, { name: nameOf(row.point) })}
              onClick={() => commands.unstage(row.point.key)}
            />
            <ByAnother command={by_others.get(row.point.key)} />
            {row.problem !== null && <span className={css.problem}>{problemText(row.problem)}</span>}
          </li>
        ))}
      </ul>
      {/* Without fields the button that sends has the focus: two presses of Enter set a value. */}
      {for_installers || has_more ? (
        <div className={css.reviewFields}>
          <TextAreaField
            label={t(($) => $.schedule.reason)}
            hint={for_installers ? t(($) => $.schedule.reason_hint) : undefined}
            required={for_installers}
            value={why}
            onChange={setWhy}
            maxLength={LIMITS.change_reason_max}
          />
          <ReviewWhen value={when} onChange={setWhen} />
        </div>
      ) : (
        <Button kind="text" size="small" icon={ClockIcon} onClick={() => showMore(true)}>
          {t(($) => $.schedule.more)}
        </Button>
      )}
    </Drawer>
  )
}

/** What others changed on the device just now, looked up when the review opens. */
const useRecentByOthers = (mac: string, open: boolean): ReadonlyMap<string, ControlLogRow> => {
  const sees_log = usePermission('controllog:view')
  const user = useSession((session) => session.user)
  const { data } = useLatestCommands(mac, open && sees_log)
  // By the name under which the server keeps commands.
  return recentByOthers(data?.list ?? [], user === null ? '' : user.nick_name || user.user_name, useMinute(1))
}

/** A warning beside a change: somebody else has just set the same, and may be at it. */
const ByAnother = ({ command }: { command: ControlLogRow | undefined }) => {
  const t = useMessages('device-detail')
  const { inline } = usePointText()
  if (command === undefined) return null
  const value = inline(command, command.new_value)
  return (
    <span className={css.byAnother}>
      <WarningIcon size={14} />
      {t(($) => $.control.by_another, { operator: command.operator_name, value })} · <Age at={command.control_time} />
    </span>
  )
}
