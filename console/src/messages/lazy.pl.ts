/** Catalogues of the screens that do not come first, without the sections that do. */
export const catalogues = import.meta.glob<object>(
  [
    '../{*,features/*}/messages.pl.json',
    '../../../contract/src/*/messages.pl.json',
    '!../{shell,ui,points,features/device-detail}/messages.pl.json',
    '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.pl.json',
    '!../../../contract/src/{controls,faults,iccids,replacements}/messages.pl.json',
  ],
  { eager: true, import: 'default', query: '?later' },
)
