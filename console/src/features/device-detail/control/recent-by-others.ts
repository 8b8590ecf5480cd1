import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'

/** A setting that somebody else changed so lately may be meant to stay, ms. */
const RECENT_MS = 120_000

type Command = Pick<ControlLogRow, 'point_key' | 'control_time' | 'operator_name'>

/** The newest command of each point that somebody else sent within the last two minutes, by point. */
export const recentByOthers = <Row extends Command>(
  commands: readonly Row[],
  own_name: string,
  now_ms: number,
): ReadonlyMap<string, Row> => {
  const newest = new Map<string, Row>()
  for (const command of commands) {
    const sent_ms = Date.parse(command.control_time)
    if (command.operator_name === own_name || now_ms - sent_ms > RECENT_MS) continue
    const known = newest.get(command.point_key)
    if (known === undefined || sent_ms > Date.parse(known.control_time)) newest.set(command.point_key, command)
  }
  return newest
}
