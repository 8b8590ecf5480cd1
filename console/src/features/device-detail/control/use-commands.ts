import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../cloud/call.ts'
import { onMessage, send } from '../../../cloud/socket.ts'
import type { Readings } from '../../../points/readings.ts'
import { isSettled, type SentPoint, withAck, withCommand, withExpiry, withRefusal } from './sent-commands.ts'
import { type Staged, stage, unstage } from './staging.ts'

/** What is collected and what was sent from this page, kept while one moves between its tabs. */
export type Commands = {
  staged: Staged
  sent: readonly SentPoint[]
  stage: (key: string, value: number) => void
  unstage: (key: string) => void
  discard: () => void
  /** Hands values to the socket; false when there is no connection, then nothing was sent. */
  dispatch: (points: readonly { key: string; value: number }[]) => boolean
  /** Forgets what is settled. */
  clear: () => void
}

const EXPIRY_CHECK_MS = 1_000
const NOTHING: Staged = new Map()

/** Collects changes of one device, sends them and follows each point until it is settled. */
export const useCommands = (mac: string, readings: Readings): Commands => {
  const [staged, setStaged] = useState<Staged>(NOTHING)
  const [sent, setSent] = useState<readonly SentPoint[]>([])

  useEffect(() => {
    const onAck = (ack: ServerMessageOf<'DeviceReportCommandAck'>) => {
      if (ack.mac !== mac) return
      setSent((before) => withAck(before, ack))
      // The log has a new line or a new state, whoever sent the command.
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
