import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'

type Timed = Pick<ControlLogRow, 'control_time' | 'sent_time' | 'acked_time' | 'finish_time' | 'sends' | 'state'>

/** How long a command took from its acceptance to its end, ms; null = it has not ended. */
export const latencyMsOf = ({ control_time, finish_time }: Timed): number | null =>
  finish_time === null ? null : Date.parse(finish_time) - Date.parse(control_time)

/** One step of a command; `after_ms` = since the step before it, null = the first. */
type Step = { kind: 'accepted' | 'sent' | 'written' | 'ended'; at: string; after_ms: number | null }

/** The steps that a command has taken, in order. */
export const stepsOf = (row: Timed): Step[] => {
  const taken = [
    { kind: 'accepted', at: row.control_time },
    { kind: 'sent', at: row.sent_time },
    { kind: 'written', at: row.acked_time },
    { kind: 'ended', at: row.finish_time },
  ] as const
  const steps: Step[] = []
  for (const { kind, at } of taken) {
    if (at === null) continue
    const before = steps.at(-1)
    steps.push({ kind, at, after_ms: before === undefined ? null : Date.parse(at) - Date.parse(before.at) })
  }
  return steps
}

/** Words of a hex text, four digits each. */
export const wordsOf = (hex: string): string[] => hex.match(/.{4}/g) ?? []
/** Bytes of a hex text, two digits each. */
export const bytesOf = (hex: string): string[] => hex.match(/.{2}/g) ?? []
