/** The address of an app user's own page. */
export const userPath = (app_user_id: number): string => `/app-user/app-user-detail/${app_user_id}`
/** The address of the screen that binds units to an app user. */
export const bindPath = (app_user_id: number): string => `/app-user/bind-devices/${app_user_id}`
/** The list. */
export const LIST_PATH = '/app-user/app-user-list'
/** The address of a device's own page. */
export const devicePath = (mac: string): string => `/device/device-detail/${encodeURIComponent(mac)}`
