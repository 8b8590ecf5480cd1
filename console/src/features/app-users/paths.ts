/** Path of an app user. */
export const userPath = (app_user_id: number): string => `/app-user/app-user-detail/${app_user_id}`
/** Path of the screen that binds devices to an app user. */
export const bindPath = (app_user_id: number): string => `/app-user/bind-devices/${app_user_id}`
export const LIST_PATH = '/app-user/app-user-list'
/** Path of a device. */
export const devicePath = (mac: string): string => `/device/device-detail/${encodeURIComponent(mac)}`
