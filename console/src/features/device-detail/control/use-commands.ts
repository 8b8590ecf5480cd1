import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../cloud/call.ts'
import { onMessage, send } from '../../../cloud/socket.ts'
import type { Readings } from '../../../points/readings.ts'
import { isSettled, type SentPoint, withAck, withCommand, withExpiry, withRefusal } from './sent-commands.ts'
import { type Staged, stage, unstage } from './staging.ts'

/** Staged values and sent commands of this screen, kept while its tabs change. */
export type Commands = {
  staged: Staged
  sent: readonly SentPoint[]
  stage: (key: string, value: number) => void
  unstage: (key: string) => void
  discard: () => void
  /** Sends values over the socket; false without a connection: nothing was sent. */
  dispatch: (points: readonly { key: string; value: number }[]) => boolean
  /** Removes points with a final state. */
  clear: () => void
}

const EXPIRY_CHECK_MS = 1_000
const NOTHING: Staged = new Map()

/** Stages changes of one device, sends them and follows each point to its final state. */
export const useCommands = (mac: string, readings: Readings): Commands => {
  const [staged, setStaged] = useState<Staged>(NOTHING)
  const [sent, setSent] = useState<readonly SentPoint[]>([])

  useEffect(() => {
    const onAck = (ack: ServerMessageOf<'DeviceReportCommandAck'>) => {
      if (ack.mac !== mac) return
      setSent((before) => withAck(before, ack))
      // The control log changed, whoever sent the command.
      void queryClient.invalidateQueries({ queryKey: ['control'] })
    }
    const offs = [
      onMessage('DeviceReportCommandAck', onAck),
      onMessage('CommandAck', ({ sn, error, field }) => {
        if (error !== null) setSent((before) => withRefusal(before, sn, error, field))
      }),
    ]
    return () => {
      for (const off of offs) off()
    }
  }, [mac])

  const waiting = sent.some((point) => !isSettled(point))
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(
      () => setSent((before) => withExpiry(before, Date.now(), LIMITS.command_expiry_ms + LIMITS.command_timeout_ms)),
      EXPIRY_CHECK_MS,
    )
    return () => clearInterval(timer)
  }, [waiting])

  return {
    staged,
    sent,
    stage: (key, value) => setStaged((before) => stage(before, key, value, readings.get(key)?.value)),
    unstage: (key) => setStaged((before) => unstage(before, key)),
    discard: () => setStaged(NOTHING),
    clear: () => setSent((before) => before.filter((point) => !isSettled(point))),
    dispatch: (points) => {
      const sn = send({ cmd: 'ControlDevice', mac, points: [...points] })
      if (sn === null) return false
      const with_old = points.map(({ key, value }) => ({ key, value, old_value: readings.get(key)?.value ?? null }))
      setSent((before) => withCommand(before, sn, with_old, Date.now()))
      setStaged((before) => points.reduce((left, { key }) => unstage(left, key), before))
      return true
    },
  }
}
