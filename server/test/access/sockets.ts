import { DataQuery } from '@heatfleet/contract/data-query/data-query.ts'
import type { ClientMessage } from '@heatfleet/contract/push.ts'
import { type Answer, openPushConsole, type PushConsole } from '../push-console.ts'
import type { SmallAccount } from '../small-fleet.ts'
import { inTurn, sumOf, type Tried } from './matrix.ts'
import { NOUNS } from './nouns.ts'
import { mayOf, PERSONS } from './people.ts'
import { type AccessStage, apiTokenOf, type Subject, strangerOf } from './stage.ts'

type Command = Exclude<ClientMessage['cmd'], 'Authenticate'>
type MessageOf<Cmd extends Command> = Omit<Extract<ClientMessage, { cmd: Cmd }>, 'sn'>

/** What each command of the socket needs: all are about one device. A command without its row does not compile. */
const SOCKET_ACCESS: {
  [Cmd in Command]: { needs: 'device:view' | 'device:control'; message: (mac: string, token: string) => MessageOf<Cmd> }
} = {
  WatchDevices: { needs: 'device:view', message: (mac) => ({ cmd: 'WatchDevices', macs: [mac] }) },
  LiveView: { needs: 'device:view', message: (mac) => ({ cmd: 'LiveView', mac }) },
  RefreshDevice: { needs: 'device:view', message: (mac) => ({ cmd: 'RefreshDevice', mac }) },
  ControlDevice: {
    needs: 'device:control',
    message: (mac) => ({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_dhw', value: 45 }] }),
  },
  UserFormatDataQuery: {
    needs: 'device:view',
    message: (mac, token) => ({
      cmd: 'UserFormatDataQuery',
      token,
      data_query: DataQuery.parse({
        select: { table: 'device', columns: ['mac'] },
        where: { single_table: [{ name: 'mac', option: '=', value: mac }] },
      }),
    }),
  },
}
export const COMMANDS = Object.keys(SOCKET_ACCESS) as Command[] // a mapped type loses its keys

/** Every person with one command at every device. */
export const tryCommand = async (stage: AccessStage, command: Command): Promise<Tried> => {
  const row = SOCKET_ACCESS[command]
  const devices = (await NOUNS.device.subjects(stage, 'read')) as Subject[] // devices are known
  return sumOf(
    await inTurn(PERSONS, async (person) => {
      const socket = await openPushConsole(stage.server.port)
      const token = await stage.tokenOf(person)
      await socket.authenticate({ uid: stage.fleet.accounts[person], token })
      const tried = await inTurn(devices, async (device) => {
        const sn = socket.send(row.message(device.mac, token) as Parameters<PushConsole['send']>[0])
        const answer = await socket.answerTo(sn)
        const error = errorOf(answer)
        const expected = expectedOf(stage, command, person, device)
        const wrong = `${command}: ${person} at ${device.label}: ${error} instead of ${expected}`
        return { tried: 1, wrong: error === expected ? [] : [wrong] }
      })
      socket.ws.close()
      await socket.closed
      return sumOf(tried)
    }),
  )
}

/** A question is not refused for a device out of sight: it has no row. */
const errorOf = (answer: Answer): string | null => {
  if (answer.cmd === 'UserFormatDataQueryAck' && answer.record_count === 0) return 'device_not_found'
  return 'error' in answer ? answer.error : null
}

const expectedOf = (stage: AccessStage, command: Command, person: SmallAccount, device: Subject): string | null => {
  const { needs } = SOCKET_ACCESS[command]
  if (!mayOf(person, needs)) return 'no_permission'
  if (!NOUNS.device.sees(person, device, stage)) return 'device_not_found'
  // Nobody's device is on line here: this answer means that the caller was let in.
  return needs === 'device:control' ? 'device_offline' : null
}

/** Who is let in by nothing but the token of a session, with its own account; every other command needs to be let in. */
export const tryDoor = async (stage: AccessStage): Promise<Tried> => {
  const { fleet, tokenOf } = stage
  const { admin, city_a1 } = fleet.accounts
  const secret = fleet.devices[0]?.secret ?? Buffer.alloc(0)
  const cells: { says: string; uid: number; token: string; code: number }[] = [
    { says: 'the administrator', uid: admin, token: await tokenOf('admin'), code: 200 },
    { says: 'a city with the number of the administrator', uid: admin, token: await tokenOf('city_a1'), code: 400 },
    { says: 'the administrator with the number of a city', uid: city_a1, token: await tokenOf('admin'), code: 400 },
    { says: 'nobody', uid: admin, token: '', code: 400 },
    { says: 'a random token', uid: admin, token: 'x'.repeat(43), code: 400 },
    { says: 'the secret of a device', uid: admin, token: secret.toString('base64url'), code: 400 },
    { says: 'an app user', uid: admin, token: await strangerOf(stage), code: 400 },
    { says: 'a program', uid: admin, token: await apiTokenOf(stage, 'admin', ['device:view']), code: 400 },
  ]
  const doors = await inTurn(cells, async ({ says, uid, token, code }) => {
    const socket = await openPushConsole(stage.server.port)
    const answer = await socket.authenticate({ uid, token })
    socket.ws.close()
    await socket.closed
    const got = answer.cmd === 'AuthenticateAck' ? answer.code : null
    return { tried: 1, wrong: got === code ? [] : [`Authenticate: ${says}: ${got} instead of ${code}`] }
  })
  const unknown = await inTurn(COMMANDS, async (command) => {
    const socket = await openPushConsole(stage.server.port)
    const message = SOCKET_ACCESS[command].message(fleet.devices[0]?.mac ?? '', '')
    const sn = socket.send(message as Parameters<PushConsole['send']>[0])
    const answer = await Promise.race([socket.answerTo(sn), socket.closed.then(() => null)]).catch(() => null)
    socket.ws.close()
    const is_let_in = answer !== null && !('error' in answer && answer.error === 'invalid_token')
    return { tried: 1, wrong: is_let_in ? [`${command}: answered to somebody who did not sign in`] : [] }
  })
  return sumOf([...doors, ...unknown])
}
