export const ROLE_LIST = '/user/role-list'

export const rolePath = (role_id: number): string => `/user/role-detail/${role_id}`

/** Path of the form that creates a role, empty or as a copy. */
export const newRolePath = (from?: number): string =>
  from === undefined ? '/user/role-detail/new' : `/user/role-detail/new?from=${from}`
