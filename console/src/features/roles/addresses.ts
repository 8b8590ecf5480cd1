/** Path of the list of roles. */
export const ROLE_LIST = '/user/role-list'

/** Path of one role's own screen. */
export const rolePath = (role_id: number): string => `/user/role-detail/${role_id}`

/** Path of the screen that makes a role, empty or as a copy of another. */
export const newRolePath = (from?: number): string =>
  from === undefined ? '/user/role-detail/new' : `/user/role-detail/new?from=${from}`
