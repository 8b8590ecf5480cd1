/** The list of accounts. */
export const LIST_PATH = '/user/user-list'
/** The page of an account; `new` is the empty form. */
export const accountPath = (uid: number | 'new'): string => `/user/user-detail/${uid}`
