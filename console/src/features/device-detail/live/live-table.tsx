import { Fragment, memo } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { addressHex } from '../../../points/point-search.ts'
import { usePointText } from '../../../points/point-text.ts'
import { choiceColour } from '../../../points/readings.ts'
import { Age } from '../../../ui/age.tsx'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { formatTime } from '../../../ui/format.ts'
import { EditIcon } from '../../../ui/icons.tsx'
import { StateChip } from '../../../ui/status.tsx'
import css from './live.module.css'
import type { LiveGroup, LiveRow } from './live-rows.ts'

type LiveTableProps = {
  groups: readonly LiveGroup[]
  /** Shows register addresses and raw details. */
  expert: boolean
  recent: ReadonlyMap<string, readonly (number | null)[]>
  /** Names the tab beside the group when several tabs are shown. */
  tabbed: boolean
  /** Values of the past: the time of each instead of its age. */
  past?: boolean
}

/** The table of points with a heading per group. */
export const LiveTable = ({ groups, expert, recent, tabbed, past = false }: LiveTableProps) => {
  const t = useMessages('device-detail')
  const definition_names = useDefinitionNames()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.live.point)}</th>
            <th scope="col" className={css.right}>
              {t(($) => $.live.value)}
            </th>
            <th scope="col" className={css.spark}>
              {t(($) => $.live.recent)}
            </th>
            <th scope="col">{t(($) => (past ? $.past.read_at : $.live.age))}</th>
            {expert ? (
              <>
                <th scope="col">{t(($) => $.live.key)}</th>
                <th scope="col">{t(($) => $.live.address)}</th>
                <th scope="col">{t(($) => $.live.command)}</th>
                <th scope="col">{t(($) => $.live.type)}</th>
              </>
            ) : (
              <th scope="col">{t(($) => $.live.access)}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={`${group.tab} ${group.group_tag}`}>
              <tr className={css.group}>
                <th scope="colgroup" colSpan={expert ? 8 : 5}>
                  {tabbed && group.tab !== '' && <span>{definition_names.tab(group.tab)} · </span>}
                  {definition_names.group(group.group_tag)}
                </th>
              </tr>
              {group.rows.map((row) => (
                <Row
                  key={row.point.key}
                  point={row.point}
                  value={row.value}
                  text={row.text}
                  at={row.at}
                  changed_at={row.changed_at}
                  expert={expert}
                  recent={recent.get(row.point.key)}
                  past={past}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = LiveRow & { expert: boolean; recent: readonly (number | null)[] | undefined; past: boolean }

/** Memoised: renders only when its own value, age or columns change, with over a hundred points. */
const Row = memo(({ point, value, text: characters, at, changed_at, expert, recent, past }: RowProps) => {
  const t = useMessages('device-detail')
  const { textOf, nameOf, language } = usePointText()
  const { text, unit } = textOf(point, value)
  const calculated = point.data_type === 'calc'
  const colour = choiceColour(point, value)
  return (
    <tr>
      <td>{nameOf(point)}</td>
      <td
        className={css.value}
        title={value === null && characters === null ? t(($) => $.live.not_reported) : undefined}
      >
        {/* A new key restarts the flash animation at each change. */}
        <span
          key={changed_at ?? 0}
          data-changed={changed_at === null ? undefined : 'yes'}
          data-fault={point.alarm && value === 1 ? 'yes' : undefined}
        >
          {colour === undefined ? <b>{characters ?? text}</b> : <StateChip tone={colour}>{text}</StateChip>}
          {unit !== '' && <small>{unit}</small>}
        </span>
      </td>
      <td className={css.spark}>{recent !== undefined && <Sparkline values={recent} />}</td>
      <td>{past ? formatTime(at, language) : <Age at={at} />}</td>
      {expert ? (
        <>
          <td className={css.mono}>{point.key}</td>
          <td className={css.mono}>
            {calculated ? t(($) => $.live.calculated) : `${point.address} · ${addressHex(point)}`}
            {point.bit !== null && ` · ${t(($) => $.live.bit, { bit: point.bit })}`}
          </td>
          <td className={css.mono}>
            {calculated
              ? ''
              : `0${point.query_cmd}${point.write_cmd === null ? '' : ` / ${String(point.write_cmd).padStart(2, '0')}`}`}
          </td>
          <td className={css.mono}>{point.data_type}</td>
        </>
      ) : (
        <td className={css.access}>
          {point.rw === 'rw' && <EditIcon size={13} />}
          {point.rw === 'rw' ? t(($) => $.live.write) : t(($) => $.live.read)}
        </td>
      )}
    </tr>
  )
})
