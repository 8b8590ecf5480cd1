import { useState } from 'react'
import { CommandState } from '../../../commands/command-state.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NumberBox } from '../control/number-box.tsx'
import { ReviewDrawer } from '../control/review-drawer.tsx'
import { isAllInvalid, lockOf, review } from '../control/staging.ts'
import type { Commands } from '../control/use-commands.ts'
import { useControlAccess, useLockedReason } from '../control/use-control-access.ts'
import type { DeviceView } from '../device-view.ts'
import css from './overview.module.css'

const SET_POINTS = ['sp_heat', 'sp_dhw', 'sp_cool'] as const

type SetPointsProps = { view: DeviceView; commands: Commands; onAll: () => void }

/** The three most used temperature settings, reviewed and followed like every other setting. */
export const SetPoints = ({ view, commands, onAll }: SetPointsProps) => {
  const t = useMessages('device-detail')
  const { nameOf } = usePointText()
  const access = useControlAccess(view)
  const lockedReason = useLockedReason(view)
  const [reviewing, setReviewing] = useState(false)
  const points = SET_POINTS.flatMap((key) => view.definition?.get(key) ?? [])
  if (points.length === 0) return null
  const untried = points.some((point) => lockOf(point, access) === 'untried')
  const definition = view.definition ?? new Map()
  const nothing_valid = isAllInvalid(review(commands.staged, definition, view.readings, view.device))
  const reason = lockedReason ?? (untried ? t(($) => $.control.locked.untried) : undefined)
  return (
    <Panel
      title={t(($) => $.set_points.title)}
      note={
        <Button kind="link" size="small" className={css.noteButton} onClick={onAll}>
          {t(($) => $.set_points.all)}
        </Button>
      }
    >
      {points.map((point) => {
        const staged = commands.staged.get(point.key)
        const newest = commands.sent.find((sent) => sent.key === point.key)
        return (
          <div key={point.key} className={css.setPoint}>
            <span id={`set-${point.key}`}>{nameOf(point)}</span>
            {staged === undefined && newest !== undefined && <CommandState state={newest.state} />}
            <NumberBox
              point={point}
              label={nameOf(point)}
              describedBy={`set-${point.key}`}
              value={staged ?? view.readings.get(point.key)?.value}
              staged={staged !== undefined}
              invalid={Number.isNaN(staged)}
              disabled={lockOf(point, access) !== null}
              onChange={(value) => commands.stage(point.key, value)}
            />
          </div>
        )
      })}
      {reason !== undefined && <p className={css.locked}>{reason}</p>}
      {commands.staged.size > 0 && (
        <div className={css.setFoot}>
          <Button size="small" kind="text" onClick={commands.discard}>
            {t(($) => $.control.discard)}
          </Button>
          <Button
            size="small"
            kind="primary"
            disabledReason={nothing_valid ? t(($) => $.control.fix_first) : undefined}
            onClick={() => setReviewing(true)}
          >
            {t(($) => $.control.review, { count: commands.staged.size })}
          </Button>
        </div>
      )}
      <ReviewDrawer
        open={reviewing}
        view={view}
        commands={commands}
        lockedReason={lockedReason}
        onClose={() => setReviewing(false)}
      />
    </Panel>
  )
}
