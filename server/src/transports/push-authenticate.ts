import { LIMITS } from '@heatfleet/contract/limits.ts'
import { REFUSAL_DURING } from './http-gates.ts'
import { ackOf, addressOf, encodeMessage } from './push-message.ts'
import type { AuthenticateMessage } from './push-session.ts'
import type { PushSocket } from './push-socket.ts'
import type { PushServices } from './services.ts'

type Deps = Pick<PushServices, 'hashToken' | 'listCallers' | 'areProductSecrets'> & { sockets: ReadonlySet<PushSocket> }

/**
 * Authenticates a console by its token, which must belong to the `uid` it names; else answers and closes. A program that
 * names products needs their secrets too. Reconnecting does not count as activity: an abandoned console must not keep
 * its session alive.
 */
export const authenticateSocket = async (
  deps: Deps,
  socket: PushSocket,
  message: AuthenticateMessage,
): Promise<boolean> => {
  const { sn, user_info, product_info } = message
  const session_hash = deps.hashToken(user_info.token)
  const caller = (await deps.listCallers([session_hash])).get(session_hash.toString('hex'))
  if (caller === undefined || caller.uid !== user_info.uid) {
    socket.send(encodeMessage(ackOf('AuthenticateAck', sn, 'invalid_token')))
    socket.close('session_over')
    return false
  }
  if (caller.must !== null) {
    socket.send(encodeMessage(ackOf('AuthenticateAck', sn, REFUSAL_DURING[caller.must])))
    socket.close('session_over')
    return false
  }
  if (!(await deps.areProductSecrets(product_info))) {
    socket.send(encodeMessage(ackOf('AuthenticateAck', sn, 'product_secret_wrong')))
    socket.close('protocol')
    return false
  }
  const others = [...deps.sockets].filter((other) => other.caller?.session_hash.equals(session_hash) === true)
  if (others.length >= LIMITS.push_sockets_per_session) {
    socket.send(encodeMessage(ackOf('AuthenticateAck', sn, 'busy')))
    socket.close('protocol')
    return false
  }
  socket.caller = caller
  socket.address_info = addressOf(message)
  return true
}
