export const LIST_PATH = '/user/user-list'
/** Path of an account; `new` is the empty form. */
export const accountPath = (uid: number | 'new'): string => `/user/user-detail/${uid}`
