export const IMPORT_LIST = '/device/device-import'
/** A batch: its draft, its progress or its result. */
export const importPath = (import_id: number): string => `/device/device-import-detail/${import_id}`
/** The first steps of another import. */
export const NEW_IMPORT = '/device/device-import-detail/new'
export const devicePath = (mac: string): string => `/device/device-detail/${mac}`
