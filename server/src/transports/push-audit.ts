import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { WriteAudit } from '../handler.ts'
import { isNoAccess, personOf } from './http-audit.ts'
import type { CommandMessage } from './push-session.ts'
import type { PushSocket } from './push-socket.ts'

type Deps = Pick<AppContext, 'clock'> & { writeAudit: WriteAudit }

/** Request id shared by an audit entry and the socket's answer. */
export const requestIdOf = (socket: Pick<PushSocket, 'id'>, sn: number): string => `push-${socket.id}-${sn}`

/** Runs a command; a refusal for a missing right or device is audited. */
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
    if (!(error instanceof Refusal) || caller === null || !isAudited(message.cmd, error.code)) throw error
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

/** A control is audited by its own feature once validated; before that only an impersonated caller is refused. */
const isAudited = (cmd: CommandMessage['cmd'], code: ErrorCode): boolean =>
  cmd === 'ControlDevice' ? code === 'read_only_view' : isNoAccess(code)

/** The device, of many only the first three, for there may be a thousand; or the tables of a question. */
const objectOf = (message: CommandMessage): string => {
  if ('data_query' in message) return `data query ${message.data_query.select.map(({ table }) => table).join(' ')}`
  return `device ${'macs' in message ? message.macs.slice(0, 3).join(' ') : message.mac}`
}
