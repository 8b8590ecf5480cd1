/** Catalogues of the screens that do not come first, without the sections that do. */
export const catalogues = import.meta.glob<object>(
  [
    '../{*,features/*}/messages.zh.json',
    '../../../contract/src/*/messages.zh.json',
    '!../{shell,ui,points,features/device-detail}/messages.zh.json',
    '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.zh.json',
    '!../../../contract/src/{controls,faults,iccids,replacements}/messages.zh.json',
  ],
  { eager: true, import: 'default', query: '?later' },
)
