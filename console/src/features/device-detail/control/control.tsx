import { scheduleTab } from '@heatfleet/contract/products/schedules.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../../cloud/session.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { Button } from '../../../ui/button.tsx'
import { InfoIcon, LockIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/states.tsx'
import { QuickTabs } from '../../../ui/tabs.tsx'
import { NEW_ROLLOUT } from '../../rollouts/public.ts'
import type { DeviceView } from '../device-view.ts'
import { CommandLog } from './command-log.tsx'
import css from './control.module.css'
import { CurveDrawing } from './curve-drawing.tsx'
import { PinButton, PinnedSettings, usePinned } from './pinned-settings.tsx'
import { ReviewDrawer } from './review-drawer.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { SentList } from './sent-list.tsx'
import { Setting } from './setting.tsx'
import { settingGroups, settingTabs } from './setting-rows.ts'
import { isAllInvalid, review } from './staging.ts'
import { TemplateMenu } from './template-menu.tsx'
import type { Commands } from './use-commands.ts'
import { useControlAccess, useLockedReason } from './use-control-access.ts'
import { WeekEditor } from './week-editor.tsx'

/** The settings of the device: stage, review, send, and follow until the device confirms. */
export const Control = ({ view, commands }: { view: DeviceView; commands: Commands }) => {
  const t = useMessages('device-detail')
  const definition_names = useDefinitionNames()
  const language = useLanguage()
  const access = useControlAccess(view)
  const lockedReason = useLockedReason(view)
  const pinned = usePinned(view.device.product_key)
  const [chosen, setChosen] = useState<string | null>(null)
  const [reviewing, setReviewing] = useState(false)
  const form_id = useId()
  const main = useRef<HTMLDivElement>(null)
  const staged_count = commands.staged.size
  // The buttons of staged changes go with the last of them: the focus that one had stays at the settings.
  useEffect(() => {
    if (staged_count === 0 && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [staged_count])
  if (view.definition === null) return <Loading />
  const tabs = settingTabs(view.definition)
  const tab = tabs.find((one) => one === chosen) ?? tabs[0]
  if (tab === undefined) return <p className={css.empty}>{t(($) => $.control.none_writable)}</p>
  const definition = view.definition
  const scheduleOf = (one: string) => view.schedules.find((schedule) => scheduleTab(schedule) === one)
  const schedule = scheduleOf(tab)
  const tabName = (one: string) => {
    const names = scheduleOf(one)?.names
    return names === undefined ? definition_names.tab(one) : names[language] || names.en
  }
  const nothing_valid = isAllInvalid(review(commands.staged, definition, view.readings, view.device))
  const stagedIn = (one: string) => [...commands.staged.keys()].filter((key) => definition.get(key)?.tab === one).length
  return (
    <div className={css.control}>
      <div ref={main} className={css.main} tabIndex={-1}>
        <Panel>
          <div className={css.head}>
            {(tabs.length > 1 || tab !== '') && (
              <QuickTabs
                label={t(($) => $.tabs.control)}
                items={tabs.map((key) => ({
                  key,
                  label: tabName(key),
                  ...(stagedIn(key) > 0 ? { badge: stagedIn(key) } : {}),
                }))}
                value={tab}
                onChange={setChosen}
              />
            )}
            <TemplateMenu
              view={view}
              commands={commands}
              lockedReason={lockedReason}
              onStaged={() => setReviewing(true)}
            />
          </div>
          {(schedule === undefined || lockedReason !== undefined) && (
            <p className={css.intro} data-locked={lockedReason === undefined ? undefined : 'yes'}>
              {lockedReason === undefined ? <InfoIcon size={14} /> : <LockIcon size={14} />}
              {lockedReason ?? t(($) => $.control.intro)}
              {access.online_status === 'offline' && <OnceOnline device={view.device} />}
            </p>
          )}
          {schedule !== undefined && (
            <WeekEditor
              key={schedule.key}
              schedule={schedule}
              view={view}
              commands={commands}
              lockedReason={lockedReason}
            />
          )}
          {/* Enter in a setting presses the button of the review, which stands after all of them. */}
          <form id={form_id} onSubmit={(event) => event.preventDefault()}>
            {schedule === undefined && (
              <PinnedSettings pinned={pinned} view={view} commands={commands} access={access} />
            )}
            {(schedule === undefined ? settingGroups(definition, tab) : []).map(({ group_tag, rows }) => (
              <section key={group_tag} className={css.group}>
                <h2>{definition_names.group(group_tag)}</h2>
                {rows.map((row) => (
                  <Setting
                    key={row.id}
                    row={row}
                    view={view}
                    commands={commands}
                    access={access}
                    tools={(name) => <PinButton pinned={pinned} id={row.id} name={name} />}
                  />
                ))}
              </section>
            ))}
          </form>
        </Panel>
        {staged_count > 0 && (
          <div className={css.bar}>
            <Button onClick={commands.discard}>{t(($) => $.control.discard)}</Button>
            <Button
              type="submit"
              form={form_id}
              kind="primary"
              disabledReason={nothing_valid ? t(($) => $.control.fix_first) : undefined}
              onClick={() => setReviewing(true)}
            >
              {t(($) => $.control.review, { count: staged_count })}
            </Button>
          </div>
        )}
      </div>
      <div className={css.aside}>
        {tab === 'Heating curve' && <CurveDrawing view={view} commands={commands} />}
        <SentList view={view} commands={commands} />
        <ScheduledList view={view} />
        <CommandLog view={view} />
      </div>
      <ReviewDrawer
        open={reviewing}
        view={view}
        commands={commands}
        lockedReason={lockedReason}
        onClose={() => setReviewing(false)}
      />
    </div>
  )
}

/** Leads to a rollout of this unit alone, which waits until it is back. */
const OnceOnline = ({ device: { mac, product_key } }: { device: DeviceView['device'] }) => {
  const t = useMessages('device-detail')
  if (!usePermission('rollout:create')) return null
  return (
    <Link to={NEW_ROLLOUT} state={{ macs: [mac], product_key }}>
      {t(($) => $.control.once_online)}
    </Link>
  )
}
