import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Services } from '../wiring.ts'
import type { World } from '../world.ts'
import { isNoAccess } from './http-audit.ts'
import type { CommandMessage } from './push-session.ts'
import type { PushSocket } from './push-socket.ts'

type Deps = Pick<World, 'clock'> & Pick<Services, 'writeAudit'>

/** What a line of the audit log and an answer of the socket have in common. */
export const requestIdOf = (socket: Pick<PushSocket, 'id'>, sn: number): string => `push-${socket.id}-${sn}`

/** Does a command; one that is refused for want of the right or of the device leaves a line. Controls write their own. */
export const auditRefusal = async <Answer>(
  { clock, writeAudit }: Deps,
  socket: PushSocket,
  message: CommandMessage,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await run()
  } catch (error) {
    const { caller } = socket
    if (!(error instanceof Refusal) || caller === null || message.cmd === 'ControlDevice' || !isNoAccess(error.code))
      throw error
    await writeAudit({
      at: new Date(clock.now()),
      uid: caller.uid,
      user_name: caller.user_name,
      address: socket.address,
      action: message.cmd,
      object: objectOf(message),
      detail: 'macs' in message ? { devices: message.macs.length } : {},
      result: error.code,
      request_id: requestIdOf(socket, message.sn),
      method: 'socket',
      user_agent: socket.user_agent,
    })
    throw error
  }
}

/** The device; of many only the first ones, for there may be a thousand. */
const objectOf = (message: CommandMessage): string =>
  `device ${'macs' in message ? message.macs.slice(0, 3).join(' ') : message.mac}`
