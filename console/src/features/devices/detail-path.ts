/** The address of a device's own page. */
export const detailPath = (mac: string): string => `/device/device-detail/${encodeURIComponent(mac)}`
