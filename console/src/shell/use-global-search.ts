import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { generatePath } from 'react-router'
import { useRead } from '../cloud/call.ts'
import { useSession } from '../cloud/session.ts'
import { entriesOf } from './home.ts'
import { isPhone } from './is-phone.ts'

/** Results shown of each kind. */
const LISTED_MAX = { devices: 6, others: 4 } as const

/** A search result and its address. */
export type SearchResult = { key: string; path: string } & (
  | { sort: 'device'; device: Device }
  | { sort: 'distributor'; distributor: Distributor }
  | { sort: 'person'; person: AppUser }
)

/** Search results of the kinds whose screens the account may open: devices, distributors, app users. */
export const useGlobalSearch = (text: string, open: boolean) => {
  const menu = useSession((session) => session.menu)
  const screen = (name: string) => entriesOf(menu).find((entry) => entry.name === name)?.path
  const screens = {
    device: screen('device-detail'),
    distributor: screen('distributor-detail'),
    person: screen('app-user-detail'),
  }
  const enabled = text !== '' && open
  const options = (path: string | undefined) =>
    ({ enabled: enabled && path !== undefined, placeholder: 'keep' }) as const
  const query = { pageNo: 1, size: LISTED_MAX.others }
  const devices = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: LISTED_MAX.devices }, body: { search: text } },
    options(screens.device),
  )
  const distributors = useRead(
    api.agentList,
    { query, body: { agent_name: text, sort_by: 'agent_name' } },
    options(screens.distributor),
  )
  const people = useRead(
    api.appUserList,
    { query, body: isPhone(text) ? { phone: text } : { search: text } },
    options(screens.person),
  )
  const reads = [
    ...(screens.device === undefined ? [] : [devices]),
    ...(screens.distributor === undefined ? [] : [distributors]),
    ...(screens.person === undefined ? [] : [people]),
  ]
  const results: SearchResult[] =
    text === ''
      ? []
      : [
          ...(devices.data?.list ?? []).map((device) => ({
            sort: 'device' as const,
            key: `device ${device.mac}`,
            path: generatePath(screens.device ?? '', { mac: device.mac }),
            device,
          })),
          ...(distributors.data?.list ?? []).map((distributor) => ({
            sort: 'distributor' as const,
            key: `distributor ${distributor.agent_id}`,
            path: generatePath(screens.distributor ?? '', { agent_id: String(distributor.agent_id) }),
            distributor,
          })),
          ...(people.data?.list ?? []).map((person) => ({
            sort: 'person' as const,
            key: `person ${person.app_user_id}`,
            path: generatePath(screens.person ?? '', { id: String(person.app_user_id) }),
            person,
          })),
        ]
  return {
    found: results,
    /** Matching devices beyond those shown. */
    more: text === '' ? 0 : Math.max(0, (devices.data?.total ?? 0) - (devices.data?.list.length ?? 0)),
    error: reads.find(({ error }) => error !== null)?.error ?? null,
    /** Every kind has results, for this text or the previous one. */
    answered: reads.length > 0 && reads.every(({ data, error }) => data !== undefined || error !== null),
    /** The account may open none of the searched screens. */
    none_to_search: reads.length === 0,
  }
}
