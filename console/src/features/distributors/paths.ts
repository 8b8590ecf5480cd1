export const LIST_PATH = '/distributor/distributor-list'
/** The page of one distributor. */
export const detailPath = (agent_id: number): string => `/distributor/distributor-detail/${agent_id}`
/** The form of a new one, its higher distributor chosen already. */
export const newPath = (parent_id?: number): string =>
  `/distributor/distributor-detail/new${parent_id === undefined ? '' : `?parent=${parent_id}`}`
/** The form of a new account that belongs to a distributor. */
export const newAccountPath = (agent_id: number): string => `/user/user-detail/new?agent_id=${agent_id}`
export const accountPath = (uid: string): string => `/user/user-detail/${uid}`
export const devicePath = (mac: string): string => `/device/device-detail/${encodeURIComponent(mac)}`
