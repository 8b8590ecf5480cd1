import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { useEffect, useState } from 'react'
import { queryClient } from '../cloud/call.ts'
import { onMessage, send } from '../cloud/socket.ts'
import { isSettled, type SentPoint, withAck, withCommand, withExpiry, withRefusal } from './sent-commands.ts'

const EXPIRY_CHECK_MS = 1_000

/** Sends commands to one device over the socket and follows each point to its final state. */
export const useSentCommands = (mac: string) => {
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
    sent,
    /** Removes points with a final state. */
    clear: () => setSent((before) => before.filter((point) => !isSettled(point))),
    /** False without a connection: nothing was sent. */
    dispatch: (
      points: readonly { key: string; value: number; old_value: number | null }[],
      change_reason = '',
    ): boolean => {
      const values = points.map(({ key, value }) => ({ key, value }))
      const sn = send({ cmd: 'ControlDevice', mac, points: values, change_reason })
      if (sn === null) return false
      setSent((before) => withCommand(before, sn, points, Date.now(), change_reason))
      return true
    },
  }
}
