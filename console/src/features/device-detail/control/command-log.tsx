import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { Link } from 'react-router'
import { CommandState } from '../../../commands/command-state.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Age } from '../../../ui/age.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/states.tsx'
import { LastRollout } from '../../rollouts/public.ts'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { useLatestCommands } from './use-latest-commands.ts'

/** The latest commands sent to this device by any account: old value, new value, read-back value, sender. */
export const CommandLog = ({ view }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const log = useLatestCommands(view.device.mac)
  return (
    <Panel
      title={t(($) => $.control.log_title)}
      note={
        <Link className={css.logLink} to={`/issue/control-log?search=${view.device.mac}`}>
          {t(($) => $.control.log_all)}
        </Link>
      }
    >
      <LastRollout mac={view.device.mac} />
      {log.data === undefined ? (
        <Loading rows={3} />
      ) : log.data.list.length === 0 ? (
        <p className={css.empty}>{t(($) => $.control.log_empty)}</p>
      ) : (
        <div className={css.logScroll}>
          <table className={css.log}>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.control.log_time)}</th>
                <th scope="col">{t(($) => $.control.log_point)}</th>
                <th scope="col">{t(($) => $.control.log_change)}</th>
                <th scope="col">{t(($) => $.control.log_read_back)}</th>
                <th scope="col">{t(($) => $.control.log_state)}</th>
                <th scope="col">{t(($) => $.control.log_operator)}</th>
              </tr>
            </thead>
            <tbody>
              {log.data.list.map((row) => (
                <LogRow key={row.control_id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

const LogRow = ({ row }: { row: ControlLogRow }) => {
  const { inline, language } = usePointText()
  return (
    <tr>
      <td>
        <Age at={row.control_time} />
      </td>
      <td>{row.names[language] || row.point_key}</td>
      <td className={css.tabular}>
        {inline(row, row.old_value)} → <b>{inline(row, row.new_value)}</b>
      </td>
      <td className={css.tabular}>{inline(row, row.read_back)}</td>
      <td>
        <CommandState state={row.state} />
      </td>
      <td>{row.operator_name}</td>
    </tr>
  )
}
