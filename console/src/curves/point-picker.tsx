import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { useDefinitionNames } from '../points/definition-names.ts'
import { historyGroups } from '../points/point-search.ts'
import { usePointText } from '../points/point-text.ts'
import { unitText } from '../points/unit-text.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/field.tsx'
import { inChosenUnit } from '../ui/format.ts'
import { CheckIcon, CloseIcon, PlusIcon } from '../ui/icons.tsx'
import { useNotify } from '../ui/notify.tsx'
import { Panel } from '../ui/panel.tsx'
import type { CurveDevice } from './curve-device.ts'
import { addPoint, type CurveView } from './curve-view.ts'
import css from './curves.module.css'
import { SavedSelections } from './saved-selections.tsx'
import type { SeriesStyle } from './series-style.ts'
import { Swatch } from './swatch.tsx'

type PickerProps = {
  device: CurveDevice
  view: CurveView
  styles_by_key: ReadonlyMap<string, SeriesStyle>
  onChange: (view: CurveView) => void
}

const MAX = LIMITS.history_points_max

/** The chosen points with their colours, and a search for others: at most 12, no duplicates. */
export const PointPicker = ({ device, view, styles_by_key, onChange }: PickerProps) => {
  const t = useMessages('history')
  const definition_names = useDefinitionNames()
  const notify = useNotify()
  const { nameOf, language } = usePointText()
  const [search, setSearch] = useState('')
  const set = (points: readonly string[]) => onChange({ ...view, points })
  const add = (key: string) => {
    const { points, problem } = addPoint(view.points, key)
    if (problem === 'too_many') notify.error(t(($) => $.curves.limit_reached, { max: MAX }))
    else if (problem === 'twice') notify.info(t(($) => $.curves.twice))
    else set(points)
  }
  const remove = (key: string) => set(view.points.filter((one) => one !== key))
  const chosen = view.points.flatMap((key) => device.definition?.get(key) ?? [])
  const groups = historyGroups(device.definition ?? new Map(), search)
  /** The point that Tab reaches: over a hundred tab stops would stand before the curves. */
  const [reached, setReached] = useState<string | null>(null)
  const listed = groups.flatMap(({ points }) => points.map(({ key }) => key))
  const tab_stop = listed.find((key) => key === reached) ?? listed[0]
  return (
    <Panel
      title={t(($) => $.curves.points)}
      note={
        <span className={css.counter} data-full={view.points.length >= MAX || undefined}>
          {t(($) => $.curves.counter, { count: view.points.length, max: MAX })}
        </span>
      }
    >
      <p className={css.rule}>{t(($) => $.curves.rule, { max: MAX })}</p>
      <ul className={css.chosen}>
        {chosen.map((point) => (
          <li key={point.key}>
            <Swatch style={styles_by_key.get(point.key)} />
            <span>{nameOf(point)}</span>
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.curves.remove, { name: nameOf(point) })}
              onClick={() => remove(point.key)}
            />
          </li>
        ))}
      </ul>
      <SavedSelections device={device} view={view} onApply={set} />
      <SearchField
        label={t(($) => $.curves.search)}
        quiet
        placeholder={t(($) => $.curves.search)}
        value={search}
        onChange={setSearch}
      />
      <div
        className={css.choices}
        role="toolbar"
        aria-orientation="vertical"
        aria-label={t(($) => $.curves.points)}
        onKeyDown={moveFocus}
      >
        {groups.map((group) => {
          return (
            <section key={`${group.tab} ${group.group_tag}`}>
              <h3>
                {group.tab !== '' && `${definition_names.tab(group.tab)} · `}
                {definition_names.group(group.group_tag)}
              </h3>
              {group.points.map((point) => {
                const on = view.points.includes(point.key)
                return (
                  <button
                    key={point.key}
                    type="button"
                    aria-pressed={on}
                    tabIndex={point.key === tab_stop ? 0 : -1}
                    onFocus={() => setReached(point.key)}
                    onClick={() => (on ? remove(point.key) : add(point.key))}
                  >
                    {on ? <CheckIcon size={13} /> : <PlusIcon size={13} />}
                    <span>{nameOf(point)}</span>
                    <small>{unitText(inChosenUnit(0, point.unit).unit, language)}</small>
                  </button>
                )
              })}
            </section>
          )
        })}
      </div>
    </Panel>
  )
}

/** Arrow keys, Home and End move among the listed points. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const points = [...event.currentTarget.querySelectorAll('button')]
  const at = document.activeElement instanceof HTMLButtonElement ? points.indexOf(document.activeElement) : -1
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: points.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  points[to]?.focus()
}
