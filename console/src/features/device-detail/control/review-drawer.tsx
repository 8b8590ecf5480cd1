import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { usePermission, useSession } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ArrowRightIcon, CloseIcon, WarningIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { recentByOthers } from './recent-by-others.ts'
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
  const reason = lockedReason ?? (block === null ? undefined : reasons[block])
  const submit = () => {
    if (commands.dispatch(rows.map((row) => ({ key: row.point.key, value: row.new_value })))) onClose()
    else notify.error(t(($) => $.control.not_sent))
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
          <Button kind="primary" disabledReason={reason} onClick={submit}>
            {t(($) => $.control.send)}
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
