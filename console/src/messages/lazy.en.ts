/** Catalogues of the screens that do not come first, without the sections that do. */
export const catalogues = import.meta.glob<object>(
  [
    '../{*,features/*}/messages.en.json',
    '../../../contract/src/*/messages.en.json',
    '!../{shell,ui,points,features/device-detail}/messages.en.json',
    '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.en.json',
    '!../../../contract/src/{controls,faults,iccids,replacements}/messages.en.json',
  ],
  { eager: true, import: 'default', query: '?later' },
)
