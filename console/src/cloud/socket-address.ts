import { PUSH_PATH } from '@heatfleet/contract/push.ts'

/** Where the realtime socket is: where the installation's settings say (spec 7), otherwise at the address the console came from. */
export const socketAddress = (
  user: { push_url: string | null } | null,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
): string => user?.push_url ?? `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${PUSH_PATH}`
