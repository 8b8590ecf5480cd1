import { useState } from 'react'
import type { SentPoint } from '../../../commands/sent-commands.ts'
import { useSentCommands } from '../../../commands/use-sent-commands.ts'
import type { Readings } from '../../../points/readings.ts'
import { useUnsavedMark } from '../../../ui/unsaved-forms.ts'
import { type Staged, stage, unstage } from './staging.ts'

/** Staged values and sent commands of this screen, kept while its tabs change. */
export type Commands = {
  staged: Staged
  sent: readonly SentPoint[]
  stage: (key: string, value: number) => void
  unstage: (key: string) => void
  discard: () => void
  /** Sends values over the socket, installer's ones with a reason; false without a connection: nothing was sent. */
  dispatch: (points: readonly { key: string; value: number }[], change_reason?: string) => boolean
  /** What was scheduled is staged no more. */
  unstageAll: (keys: readonly string[]) => void
  /** Removes points with a final state. */
  clear: () => void
}

const NOTHING: Staged = new Map()

/** Stages changes of one device, sends them and follows each point to its final state. */
export const useCommands = (mac: string, readings: Readings): Commands => {
  const [staged, setStaged] = useState<Staged>(NOTHING)
  const { sent, clear, dispatch } = useSentCommands(mac)
  useUnsavedMark(staged.size > 0, { outlives_tabs: true })
  return {
    staged,
    sent,
    stage: (key, value) => setStaged((before) => stage(before, key, value, readings.get(key)?.value)),
    unstage: (key) => setStaged((before) => unstage(before, key)),
    discard: () => setStaged(NOTHING),
    clear,
    unstageAll: (keys) => setStaged((before) => keys.reduce((left, key) => unstage(left, key), before)),
    dispatch: (points, change_reason) => {
      const with_old = points.map(({ key, value }) => ({ key, value, old_value: readings.get(key)?.value ?? null }))
      if (!dispatch(with_old, change_reason)) return false
      setStaged((before) => points.reduce((left, { key }) => unstage(left, key), before))
      return true
    },
  }
}
