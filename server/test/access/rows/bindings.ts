import type { AccessRows } from '../rows.ts'

/** The ids of the units that rows name, each once. */
const macsOf = ({ list }: { list: { mac: string }[] }): string[] => [...new Set(list.map(({ mac }) => mac))]

/** Which app users units are bound to, were, and may be. */
export const rows: AccessRows = {
  bindUserList: [{}, { about: { list: 'device' }, shown: macsOf }],
  bindingHistory: { shown: macsOf },
  // Those of the stage are shared ones.
  endInvitation: { sends: { body: { reason: 'test' } } },
  endBinding: { sends: { body: { role: 'owner', reason: 'test' } }, answers: 'stale_edit' },
}
