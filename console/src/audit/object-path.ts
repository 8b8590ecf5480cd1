/** Screens of the objects of the log, by their noun. */
const PATHS: Readonly<Record<string, string>> = {
  device: '/device/device-detail/',
  distributor: '/distributor/distributor-detail/',
  account: '/user/user-detail/',
  role: '/user/role-detail/',
  'resource-group': '/user/resource-groups?group=',
  'app-user': '/app-user/app-user-detail/',
}

/** The screen of `<noun> <id>`; null when its noun has none, or it names several. */
export const objectPath = (object: string): string | null => {
  const [noun = '', id = '', ...more] = object.split(' ')
  const path = PATHS[noun]
  return path === undefined || id === '' || more.length > 0 ? null : `${path}${encodeURIComponent(id)}`
}
