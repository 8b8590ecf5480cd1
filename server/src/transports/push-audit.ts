import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { WriteAudit } from '../handler.ts'
import { isNoAccess, personOf } from './http-audit.ts'
import type { CommandMessage } from './push-session.ts'
import type { PushSocket } from './push-socket.ts'

type Deps = Pick<AppContext, 'clock'> & { writeAudit: WriteAudit }

/** What a line of the audit log and an answer of the socket have in common. */
export const requestIdOf = (socket: Pick<PushSocket, 'id'>, sn: number): string => `push-${socket.id}-${sn}`

/** Does a command; one that is refused for want of the right or of the device leaves a line. */
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
    if (!(error instanceof Refusal) || caller === null || !isToBeWritten(message.cmd, error.code)) throw error
    await writeAudit({
      at: new Date(clock.now()),
      ...personOf(caller),
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

/** A control writes its own line once it is judged; before that only a view is refused it. */
const isToBeWritten = (cmd: CommandMessage['cmd'], code: ErrorCode): boolean =>
  cmd === 'ControlDevice' ? code === 'read_only_view' : isNoAccess(code)

/** The device; of many only the first ones, for there may be a thousand. */
const objectOf = (message: CommandMessage): string =>
  `device ${'macs' in message ? message.macs.slice(0, 3).join(' ') : message.mac}`
