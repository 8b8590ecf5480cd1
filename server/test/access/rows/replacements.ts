import type { AccessRows } from '../rows.ts'

const reason = 'test'

/** Replacements of modules: nobody's units are moved by the matrix. */
export const rows: AccessRows = {
  replacementCheck: { sends: ({ mac }) => ({ body: { new_mac: mac } }) },
  replaceDevice: {
    sends: ({ mac }) => ({ body: { new_mac: mac, kind: 'module', reason } }),
    answers: 'replacement_refused',
  },
  undoReplacement: { sends: { body: { reason } }, answers: 'nothing_to_undo' },
  replacementList: { shown: ({ list }) => list.map(({ mac }) => mac) },
}
